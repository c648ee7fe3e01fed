import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Client } from '#contract/clients/clients.ts'
import { exportPlan, type ManualRisk } from '#contract/plans/plan-values.ts'
import { isAdmin } from '#contract/roles.ts'
import { useDownload } from '#web/form/use-download.ts'
import { buildUrl } from '#web/lib/api.ts'
import { useCsvSeparator } from '#web/lib/csv-separator.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { PlanDialog } from './plan-dialogs.tsx'

const PlanDialogs = lazyComponent(
  async () => (await import('./plan-dialogs.tsx')).PlanDialogs,
  'The dialog could not be loaded.',
)

type PlanMenuProps = { client: Client; risk: ManualRisk }

/** What else one can do with a plan. */
export function PlanMenu({ client, risk }: PlanMenuProps) {
  const csv = useCsvSeparator()
  const { download, isPending } = useDownload('The plan could not be downloaded.')
  const [open, setOpen] = useState<PlanDialog>()
  // Kept after closing, so that a dialog can close calmly.
  const [wasOpened, setWasOpened] = useState(false)
  const user = useSignedInUser()
  const opens = (dialog: PlanDialog) => ({
    onSelect: () => {
      setWasOpened(true)
      setOpen(dialog)
    },
  })
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
          { label: 'Set risk level', ...opens('risk') },
          { label: 'Consents', ...opens('consents') },
          { label: 'Language and names', ...opens('hints') },
          // Once the menu has closed.
          { label: 'Print', onSelect: () => setTimeout(print, 200) },
          {
            label: 'Download CSV',
            onSelect: () =>
              download(
                buildUrl(exportPlan, {
                  params: { id: client.id },
                  query: { separator: csv.separator },
                }),
              ),
          },
          { label: csv.toggleLabel, onSelect: csv.toggle },
          ...(client.coachingEndedAt === null
            ? [{ label: 'End coaching', ...opens('end-coaching') }]
            : []),
          ...(isAdmin(user)
            ? [
                { label: 'Export this person', ...opens('export') },
                { label: 'Erase this person', tone: 'danger' as const, ...opens('erase') },
              ]
            : []),
        ]}
      />
      {wasOpened && (
        <PlanDialogs client={client} risk={risk} open={open} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}
