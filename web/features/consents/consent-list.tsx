import { useId, type ReactNode } from 'react'
import { type Consent, type ConsentEntry, purposeLabel } from '#contract/consents.ts'
import { OwnActs } from '#web/features/auth/own-acts.tsx'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { ConsentText } from './consent-text.tsx'
import { type Decision, useDecide } from './use-consents.ts'

type ConsentListProps = {
  clientId: string
  consents: readonly Consent[]
  /** Staff record what the client said. */
  isOnBehalf?: boolean
}

/** Each purpose with its state, and the way to change it. */
export function ConsentList({ clientId, consents, isOnBehalf = false }: ConsentListProps) {
  const decide = useDecide(clientId)
  const Item = isOnBehalf ? RecordedConsent : OwnConsent
  return (
    <OwnActs>
      <ul className="flex flex-col divide-y divide-line">
        {consents.map((consent) => (
          <Item
            key={consent.purpose}
            consent={consent}
            isPending={decide.isPending}
            onDecide={(decision) => decide.run([decision])}
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
}

const decision = ({ purpose, text }: Consent, isGiven: boolean): Decision => ({
  ...{ purpose, isGiven, textId: text.id },
})

function OwnConsent({ consent, isPending, onDecide }: ItemProps) {
  const { purpose, latest } = consent
  const stateId = useId()
  return (
    <Item>
      <Switch
        label={<strong className="font-semibold">{purposeLabel[purpose]}</strong>}
        checked={latest?.isGiven === true}
        disabled={isPending}
        aria-describedby={stateId}
        onCheckedChange={(isGiven) => onDecide(decision(consent, isGiven))}
      />
      <ConsentText consent={consent} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p id={stateId} aria-live="polite" className="text-muted">
          {latest ? formatEntry(latest) : 'You haven’t decided yet.'} {textChange(consent)}
        </p>
        {latest?.isSaidInSession && (
          <Button
            size="sm"
            variant="secondary"
            disabled={isPending}
            aria-label={`Undo: ${purposeLabel[purpose]}`}
            onClick={() => onDecide(decision(consent, !latest.isGiven))}
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
        <ConsentState latest={latest} />
      </div>
      <ConsentText consent={consent} />
      {latest && <p className="text-muted">{formatEntry(latest)}</p>}
      <div className="flex flex-wrap gap-2">
        {latest?.isGiven !== true && action(true, 'Client agreed in the session')}
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

function ConsentState({ latest }: Pick<Consent, 'latest'>) {
  if (!latest) return <Badge tone="neutral">Undecided</Badge>
  return latest.isGiven ? (
    <Badge tone="green">Agreed</Badge>
  ) : (
    <Badge tone="amber">Not agreed</Badge>
  )
}

/** When and by whom. */
export function formatEntry({ isGiven, at, by, isSaidInSession }: ConsentEntry) {
  const what = isGiven ? 'Agreed' : 'Not agreed'
  const who = by ?? 'Someone whose account was deleted'
  return isSaidInSession
    ? `${what}: said in a session, noted by ${who}, ${formatDateTime(at)}.`
    : `${what} by ${who}, ${formatDateTime(at)}.`
}

const textChange = ({ latest, text }: Consent) =>
  latest && latest.textVersion < text.version
    ? `The text was changed on ${formatDate(text.createdAt)}; your decision still counts.`
    : ''
