import { History } from 'lucide-react'
import type { Client } from '#contract/clients.ts'
import { formatDate } from '#web/lib/dates.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { optional } from '#web/ui/optional.tsx'
import { Popover } from '#web/ui/popover.tsx'

const CoachHistoryList = optional(
  async () => (await import('./coach-history-list.tsx')).CoachHistoryList,
  'The history could not be loaded.',
)

type CoachHistoryProps = { client: Pick<Client, 'id' | 'coachName' | 'coachSince'> }

/** Who follows the client and since when; who it was before opens beside it. */
export const CoachHistory = ({ client: { id, coachName, coachSince } }: CoachHistoryProps) => (
  <span className="flex items-start gap-1">
    <span className="min-w-0">
      <span className="block break-words">{coachName ?? 'Unassigned'}</span>
      {coachSince && (
        <span className="block text-xs font-normal text-muted">
          Coach since <time dateTime={coachSince}>{formatDate(coachSince)}</time>
        </span>
      )}
    </span>
    <Popover
      label="Coaches of this client"
      trigger={<IconButton label="Coaches of this client" icon={History} size="sm" />}
    >
      <h2 className="mb-2 text-sm">Coaches of this client</h2>
      <div className="min-h-20">
        <CoachHistoryList clientId={id} />
      </div>
    </Popover>
  </span>
)
