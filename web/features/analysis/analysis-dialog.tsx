import { Dialog } from '#web/ui/dialog.tsx'
import { AboutAnalysis } from './about-analysis.tsx'

type AnalysisDialogProps = {
  clientId: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Staff say it on behalf of the client. */
  isOnBehalf?: boolean
}

/** What is done with what a client says, and the switch that refuses it: the same for the client and for staff. */
export const AnalysisDialog = ({ clientId, isOnBehalf, ...props }: AnalysisDialogProps) => (
  <Dialog {...props} title="Analysis of sessions">
    <AboutAnalysis clientId={clientId} isOnBehalf={isOnBehalf ?? false} />
  </Dialog>
)
