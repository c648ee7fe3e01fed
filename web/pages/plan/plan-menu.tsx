import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { exportPlan, type ManualRisk } from '#contract/plan-values.ts'
import { useDownload } from '#web/form/use-download.ts'
import { buildUrl } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { optional } from '#web/ui/optional.tsx'

const SetRiskLevel = optional(
  async () => (await import('#web/features/plan/burnout/set-risk-level.tsx')).SetRiskLevel,
  'The form could not be loaded.',
)

const AnalysisDialog = optional(
  async () => (await import('#web/features/analysis/analysis-dialog.tsx')).AnalysisDialog,
  'The form could not be loaded.',
)

const TranscriptionHints = optional(
  async () => (await import('#web/features/clients/transcription-hints.tsx')).TranscriptionHints,
  'The form could not be loaded.',
)

type PlanMenuProps = { clientId: string; risk: ManualRisk; onPrint: () => void }

/** What else one can do with a plan. */
export function PlanMenu({ clientId, risk, onPrint }: PlanMenuProps) {
  const { download, isPending } = useDownload('The plan could not be downloaded.')
  const [isSetting, setSetting] = useState<boolean>()
  const [isHints, setHints] = useState<boolean>()
  const [isAnalysis, setAnalysis] = useState<boolean>()
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
          { label: 'Analysis', onSelect: () => setAnalysis(true) },
          { label: 'Language and names', onSelect: () => setHints(true) },
          { label: 'Print', onSelect: onPrint },
          {
            label: 'Download CSV',
            onSelect: () => download(buildUrl(exportPlan, { params: { id: clientId } })),
          },
        ]}
      />
      {isSetting !== undefined && (
        <SetRiskLevel
          clientId={clientId}
          risk={risk}
          isOpen={isSetting}
          onClose={() => setSetting(false)}
        />
      )}
      {isHints !== undefined && (
        <TranscriptionHints clientId={clientId} isOpen={isHints} onClose={() => setHints(false)} />
      )}
      {isAnalysis !== undefined && (
        <AnalysisDialog
          clientId={clientId}
          isOpen={isAnalysis}
          onClose={() => setAnalysis(false)}
          isOnBehalf
        />
      )}
    </>
  )
}
