import { AudioLines, CloudUpload, type LucideIcon } from 'lucide-react'
import type { Overview } from '#contract/analytics.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'

type InProgressProps = Pick<Overview, 'uploadsInProgress' | 'transcriptionsInProgress'>

/** What runs at this moment. */
export const InProgress = ({ uploadsInProgress, transcriptionsInProgress }: InProgressProps) => (
  <Card>
    <CardHeader title="In progress" description="Running now." />
    <dl className="flex flex-col">
      <Running icon={CloudUpload} name="Uploads" number={uploadsInProgress} />
      <Running icon={AudioLines} name="Transcriptions" number={transcriptionsInProgress} />
    </dl>
  </Card>
)

type RunningProps = { icon: LucideIcon; name: string; number: number }

const Running = ({ icon: Icon, name, number }: RunningProps) => (
  <div className="flex items-center gap-3 border-t border-line py-3 last:pb-0">
    <Icon aria-hidden size={18} className="shrink-0 text-muted" />
    <dt className="flex-1">{name}</dt>
    <dd className="text-lg font-semibold tabular-nums">{number ? formatCount(number) : 'None'}</dd>
  </div>
)
