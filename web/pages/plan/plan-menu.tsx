import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Client } from '#contract/clients.ts'
import { exportPlan, type ManualRisk } from '#contract/plan-values.ts'
import { isAdmin } from '#contract/roles.ts'
import { useDownload } from '#web/form/use-download.ts'
import { buildUrl } from '#web/lib/api.ts'
import { useSignedInUser } from '#web/features/auth/current-user.ts'
import { ErasePerson } from '#web/features/erasures/erase-person.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PersonExport } from '#web/features/person-exports/person-export.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { SetRiskLevel } from '#web/features/plan/burnout/set-risk-level.tsx'
import { ConsentsDialog } from '#web/features/consents/consents-dialog.tsx'
import { EndCoaching } from '#web/features/clients/coaching-end.tsx'
import { TranscriptionHints } from '#web/features/clients/transcription-hints.tsx'

type PlanMenuProps = { client: Client; risk: ManualRisk }

/** What else one can do with a plan. */
export function PlanMenu({ client, risk }: PlanMenuProps) {
  const clientId = client.id
  const { download, isPending } = useDownload('The plan could not be downloaded.')
  const [isSetting, setSetting] = useState(false)
  const [isHints, setHints] = useState(false)
  const [isConsents, setConsents] = useState(false)
  const [isEnding, setEnding] = useState(false)
  const [isErasing, setErasing] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const user = useSignedInUser()
  return (
    <>
      <Menu
        isBusy={isPending}
        trigger={
          <Button variant="secondary" aria-label="More for this plan" isPending={isPending}>
            More
            <ChevronDown aria-hidden size={16} />
          </Button>
        }
        items={[
          { label: 'Set risk level', onSelect: () => setSetting(true) },
          { label: 'Consents', onSelect: () => setConsents(true) },
          { label: 'Language and names', onSelect: () => setHints(true) },
          // Once the menu has closed.
          { label: 'Print', onSelect: () => setTimeout(print, 200) },
          {
            label: 'Download CSV',
            onSelect: () => download(buildUrl(exportPlan, { params: { id: clientId } })),
          },
          ...(client.coachingEndedAt === null
            ? [{ label: 'End coaching', onSelect: () => setEnding(true) }]
            : []),
          ...(isAdmin(user)
            ? [
                { label: 'Export this person', onSelect: () => setExporting(true) },
                {
                  label: 'Erase this person',
                  tone: 'danger' as const,
                  onSelect: () => setErasing(true),
                },
              ]
            : []),
        ]}
      />
      <SetRiskLevel
        clientId={clientId}
        risk={risk}
        isOpen={isSetting}
        onClose={() => setSetting(false)}
      />
      <TranscriptionHints clientId={clientId} isOpen={isHints} onClose={() => setHints(false)} />
      <ConsentsDialog clientId={clientId} isOpen={isConsents} onClose={() => setConsents(false)} />
      <Dialog
        isOpen={isExporting}
        onClose={() => setExporting(false)}
        title="Export this person"
        description="Everything that is stored about the person, as an archive with a readable page, spreadsheets and recordings. The person sees that you downloaded it."
      >
        <PersonExport clientId={clientId} />
      </Dialog>
      <EndCoaching client={client} isOpen={isEnding} onClose={() => setEnding(false)} />
      {isErasing && <ErasePerson clientId={clientId} onClose={() => setErasing(false)} />}
    </>
  )
}
