import { useId, type ReactNode } from 'react'
import {
  type Consent,
  type ConsentEntry,
  isAgreed,
  purposeLabel,
} from '#contract/consents/consents.ts'
import { OwnActs } from '#web/features/accounts/auth/own-acts.tsx'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { ConsentText } from './consent-text.tsx'
import { type Decision, useDecide, useUndo } from './use-consents.ts'

type ConsentListProps = {
  clientId: string
  consents: readonly Consent[]
  /** Staff record what the client said. */
  isOnBehalf?: boolean
}

/** Each purpose with its state, and the way to change it. */
export function ConsentList({ clientId, consents, isOnBehalf = false }: ConsentListProps) {
  const decide = useDecide(clientId)
  const undo = useUndo(clientId)
  const Item = isOnBehalf ? RecordedConsent : OwnConsent
  return (
    <OwnActs>
      <ul className="flex flex-col divide-y divide-line">
        {consents.map((consent) => (
          <Item
            key={consent.purpose}
            consent={consent}
            isPending={decide.isPending || undo.isPending}
            onDecide={(decision) => decide.run([decision])}
            onUndo={undo.run}
          />
        ))}
      </ul>
    </OwnActs>
  )
}

type ItemProps = {
  consent: Consent
  isPending: boolean
  onDecide: (decision: Decision) => void
  onUndo: (entryId: string) => void
}

const decision = ({ purpose, text }: Consent, isGiven: boolean): Decision => ({
  ...{ purpose, isGiven, textId: text.id },
})

function OwnConsent({ consent, isPending, onDecide, onUndo }: ItemProps) {
  const { purpose, latest } = consent
  const stateId = useId()
  return (
    <Item>
      <Switch
        label={<strong className="font-semibold">{purposeLabel[purpose]}</strong>}
        checked={isAgreed(consent)}
        disabled={isPending}
        aria-describedby={stateId}
        onCheckedChange={(isGiven) => onDecide(decision(consent, isGiven))}
      />
      <ConsentText consent={consent} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p id={stateId} aria-live="polite" className="text-muted">
          {latest ? formatEntry(latest) : 'You haven’t decided yet.'} {paperNote(consent, 'You')}{' '}
          {textChange(consent)}
        </p>
        {latest?.isSaidInSession && (
          <Button
            size="sm"
            variant="secondary"
            disabled={isPending}
            aria-label={`Undo: ${purposeLabel[purpose]}`}
            onClick={() => onUndo(latest.id)}
          >
            Undo
          </Button>
        )}
      </div>
    </Item>
  )
}

function RecordedConsent({ consent, isPending, onDecide }: ItemProps) {
  const { purpose, latest } = consent
  const action = (isGiven: boolean, label: string) => (
    <Button
      size="sm"
      variant="secondary"
      disabled={isPending}
      aria-label={`${label}: ${purposeLabel[purpose]}`}
      onClick={() => onDecide(decision(consent, isGiven))}
    >
      {label}
    </Button>
  )
  return (
    <Item>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">{purposeLabel[purpose]}</h3>
        <ConsentState consent={consent} />
      </div>
      <ConsentText consent={consent} />
      <p className="text-muted empty:hidden">
        {latest && formatEntry(latest)} {paperNote(consent, 'The client')}{' '}
        {latest && latest.isGiven !== true && 'Only the client can agree now, under Your privacy.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {!latest && action(true, 'Client agreed in the session')}
        {latest?.isGiven !== false &&
          action(
            false,
            latest ? 'Client withdrew in the session' : 'Client declined in the session',
          )}
      </div>
    </Item>
  )
}

const Item = ({ children }: { children: ReactNode }) => (
  <li className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">{children}</li>
)

function ConsentState({ consent }: { consent: Consent }) {
  if (isAgreed(consent)) return <Badge tone="green">Agreed</Badge>
  return consent.latest?.isGiven === false ? (
    <Badge tone="amber">Declined</Badge>
  ) : (
    <Badge tone="neutral">Undecided</Badge>
  )
}

/** Where undecided counts as agreed. */
const paperNote = ({ latest, outside }: Consent, who: string) =>
  outside && typeof latest?.isGiven !== 'boolean'
    ? `${who} agreed on paper: collected by ${outside.collectedBy}, kept at ${outside.papersAt}. A choice here counts instead.`
    : ''

/** When and by whom. */
export function formatEntry({ isGiven, at, by, isSaidInSession }: ConsentEntry) {
  const what = isGiven === null ? 'Undone' : isGiven ? 'Agreed' : 'Declined'
  const who = by ?? 'Someone whose account was deleted'
  return isSaidInSession
    ? `${what}: said in a session, noted by ${who}, ${formatDateTime(at)}.`
    : `${what} by ${who}, ${formatDateTime(at)}.`
}

const textChange = ({ latest, text }: Consent) =>
  latest && latest.textVersion < text.version
    ? `The text was changed on ${formatDate(text.createdAt)}; your decision still counts.`
    : ''
