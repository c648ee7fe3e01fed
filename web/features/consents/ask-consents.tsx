import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  type Consent,
  type ConsentPurpose,
  isAgreed,
  purposeLabel,
} from '#contract/consents/consents.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { ConsentText } from './consent-text.tsx'
import { consentsQuery, useDecide } from './use-consents.ts'

type AskConsentsProps = { clientId: string; isImpersonating: boolean }

/** Asks a client once, and afterwards says that something is undecided. */
export function AskConsents({ clientId, isImpersonating }: AskConsentsProps) {
  const { data } = useQuery(consentsQuery(clientId))
  const asked = data?.consents.filter(({ outside }) => !outside)
  if (!asked || isImpersonating || asked.every(({ latest }) => latest)) return null
  return data?.isAsked ? <Undecided /> : <AskDialog clientId={clientId} asked={asked} />
}

const Undecided = () => (
  <Banner tone="neutral" className="mt-6">
    Choose how your sessions may be used. Nothing happens until you do.{' '}
    <Link to={paths.privacy} className="font-semibold text-brand underline">
      Review your choices
    </Link>
  </Banner>
)

function AskDialog({ clientId, asked }: { clientId: string; asked: readonly Consent[] }) {
  const [chosen, setChosen] = useState<Partial<Record<ConsentPurpose, boolean>>>({})
  const decide = useDecide(clientId)
  const isChosen = (it: Consent) => chosen[it.purpose] ?? isAgreed(it)
  const save = () =>
    decide.run(
      asked.map((it) => ({
        ...{ purpose: it.purpose, textId: it.text.id, isGiven: isChosen(it) },
      })),
    )
  const later = () => decide.run([])
  return (
    <Dialog
      isOpen
      onClose={later}
      size="lg"
      title="How may your sessions be used?"
      description="You can change each choice at any time under Your privacy. Your coaching continues either way."
      footer={
        <>
          <Button variant="secondary" disabled={decide.isPending} onClick={later}>
            Decide later
          </Button>
          <Button isPending={decide.isPending} pendingLabel="Saving..." onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {asked.map((it) => (
          <li key={it.purpose} className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
            <Switch
              label={<strong className="font-semibold">{purposeLabel[it.purpose]}</strong>}
              checked={isChosen(it)}
              disabled={decide.isPending}
              onCheckedChange={(isGiven) =>
                setChosen((before) => ({ ...before, [it.purpose]: isGiven }))
              }
            />
            <ConsentText consent={it} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
