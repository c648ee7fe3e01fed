import type { Client } from '#contract/clients/clients.ts'
import type { ManualRisk } from '#contract/plans/plan-values.ts'
import { EndCoaching } from '#web/features/retention/coaching-end.tsx'
import { TranscriptionHints } from '#web/features/clients/transcription-hints.tsx'
import { ConsentsDialog } from '#web/features/consents/consents-dialog.tsx'
import { ErasePerson } from '#web/features/erasures/erase-person.tsx'
import { PersonExport } from '#web/features/person-exports/person-export.tsx'
import { SetRiskLevel } from '#web/features/plans/burnout/set-risk-level.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export type PlanDialog = 'risk' | 'consents' | 'hints' | 'end-coaching' | 'export' | 'erase'

type PlanDialogsProps = {
  client: Client
  risk: ManualRisk
  open: PlanDialog | undefined
  onClose: () => void
}

/** What the menu of a plan opens. */
export function PlanDialogs({ client, risk, open, onClose }: PlanDialogsProps) {
  const clientId = client.id
  return (
    <>
      <SetRiskLevel clientId={clientId} risk={risk} isOpen={open === 'risk'} onClose={onClose} />
      <TranscriptionHints clientId={clientId} isOpen={open === 'hints'} onClose={onClose} />
      <ConsentsDialog clientId={clientId} isOpen={open === 'consents'} onClose={onClose} />
      <Dialog
        isOpen={open === 'export'}
        onClose={onClose}
        title="Export this person"
        description="Everything that is stored about the person, as an archive with a readable page, spreadsheets and recordings. The person sees that you downloaded it."
      >
        <PersonExport clientId={clientId} canIncludeNotes />
      </Dialog>
      <EndCoaching client={client} isOpen={open === 'end-coaching'} onClose={onClose} />
      {open === 'erase' && <ErasePerson clientId={clientId} onClose={onClose} />}
    </>
  )
}
