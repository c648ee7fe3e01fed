import type { AuditEntry, listAuditEntries } from '#contract/audit/audit.ts'
import type { SortOf } from '#contract/paging.ts'
import { formatDate, formatTime } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/column.ts'
import { formatAction, formatPerson, formatSubject } from './audit-labels.ts'

export const auditColumns = (
  onOpen: (entry: AuditEntry) => void,
): Column<AuditEntry, SortOf<typeof listAuditEntries>>[] => [
  {
    id: 'time',
    header: 'Time',
    sort: 'time',
    cell: ({ createdAt }) => <Instant at={createdAt} />,
    isHeading: true,
    width: 116,
    onPhone: 'corner',
  },
  {
    id: 'person',
    header: 'Person',
    cell: (entry) => <Who entry={entry} />,
    width: 150,
    grow: 1,
    onPhone: 'line',
  },
  {
    id: 'action',
    header: 'Action',
    cell: ({ action }) => <span className="max-md:font-semibold">{formatAction(action)}</span>,
    width: 150,
    grow: 1,
    onPhone: 'head',
  },
  {
    id: 'what',
    header: 'What',
    cell: (entry) => <What entry={entry} />,
    width: 170,
    grow: 2,
    onPhone: 'line',
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (entry) => (
      <Button variant="secondary" size="sm" onClick={() => onOpen(entry)}>
        Details
        <OfWhich entry={entry} />
      </Button>
    ),
    isAtEnd: true,
    width: 100,
    onPhone: 'foot',
  },
]

const Instant = ({ at }: { at: string }) => (
  <time dateTime={at} className="block whitespace-nowrap">
    {formatDate(at)}
    <span className="block text-xs text-muted">{formatTime(at)}</span>
  </time>
)

/** Who acted, and the administrator behind an impersonation. */
const Who = ({ entry }: { entry: AuditEntry }) => (
  <span className="block min-w-0">
    <span dir="auto" className="block truncate font-semibold">
      {formatPerson(entry.userId, entry.userName)}
    </span>
    {entry.originalUserId !== null && (
      <Badge tone="amber" className="max-w-full">
        <span className="truncate">
          via {formatPerson(entry.originalUserId, entry.originalUserName)}
        </span>
      </Badge>
    )}
  </span>
)

function What({ entry }: { entry: AuditEntry }) {
  const { subject, rest } = formatSubject(entry)
  return (
    <span className="block min-w-0">
      <span className="block truncate" title={subject}>
        {subject}
      </span>
      <span className="block truncate text-xs text-muted" title={rest}>
        {rest}
      </span>
    </span>
  )
}

const OfWhich = ({ entry }: { entry: AuditEntry }) => (
  <span className="sr-only">
    {' '}
    of {formatAction(entry.action)}, {formatTime(entry.createdAt)}
  </span>
)
