import type { Erasure, ErasureStatus, listErasures } from '#contract/erasures/erasures.ts'
import type { SortOf } from '#contract/paging.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/column.ts'
import type { Tone } from '#web/ui/tone.ts'
import { ErasureActions } from './erasure-actions.tsx'

const statusLabels: Record<ErasureStatus, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting for confirmation', tone: 'amber' },
  running: { label: 'Erasing', tone: 'blue' },
  failed: { label: 'Failed', tone: 'red' },
  done: { label: 'Erased', tone: 'green' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}

export const erasureColumns: Column<Erasure, SortOf<typeof listErasures>>[] = [
  {
    id: 'person',
    header: 'Person',
    cell: ({ clientName }) => (
      <span dir="auto" className="block truncate font-semibold">
        {clientName ?? 'No longer here'}
      </span>
    ),
    isHeading: true,
    width: 150,
    grow: 1,
    onPhone: 'head',
  },
  {
    id: 'status',
    header: 'Status',
    cell: (erasure) => <Status {...erasure} />,
    width: 190,
    grow: 1,
    onPhone: 'line',
  },
  {
    id: 'requested',
    header: 'Requested',
    cell: ({ requestedAt, requestedBy }) => <Signature at={requestedAt} by={requestedBy} />,
    sort: 'time',
    isDescendingFirst: true,
    width: 140,
    onPhone: { fact: 'Requested' },
  },
  {
    id: 'confirmed',
    header: 'Confirmed',
    cell: ({ confirmedAt, confirmedBy }) =>
      confirmedAt && <Signature at={confirmedAt} by={confirmedBy} />,
    width: 140,
    onPhone: { fact: 'Confirmed' },
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (erasure) => <ErasureActions erasure={erasure} />,
    isAtEnd: true,
    width: 236,
    onPhone: 'foot',
  },
]

const Signature = ({ at, by }: { at: string; by: string | null }) => (
  <span className="block min-w-0">
    <time dateTime={at} title={formatDateTime(at)} className="whitespace-nowrap">
      {formatDate(at)}
    </time>
    <span className="block truncate text-muted md:text-xs">{by ?? 'Deleted account'}</span>
  </span>
)

function Status({ status, problem, mayConfirm, ownConfirmationFrom }: Erasure) {
  const { label, tone } = statusLabels[status]
  const note =
    status === 'waiting' && !mayConfirm
      ? `Another administrator, or you from ${formatDate(ownConfirmationFrom)}`
      : problem
  return (
    <span className="block min-w-0">
      <Badge tone={tone}>{label}</Badge>
      {note !== null && (
        <span dir="auto" className="mt-1 line-clamp-3 text-xs break-words text-muted" title={note}>
          {note}
        </span>
      )}
    </span>
  )
}
