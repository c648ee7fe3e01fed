import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { Link } from 'react-router'
import type { EgressEntry, listEgress } from '#contract/integrations/integrations.ts'
import type { SortOf } from '#contract/paging.ts'
import { formatDate, formatTime } from '#web/lib/dates.ts'
import { formatBytes, formatCount } from '#web/lib/numbers.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/column.ts'
import { providerLabel } from './provider-lookup.ts'

export const outboundColumns = (): Column<EgressEntry, SortOf<typeof listEgress>>[] => [
  {
    id: 'time',
    header: 'Time',
    sort: 'time',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="block whitespace-nowrap">
        {formatDate(createdAt)}
        <span className="block text-xs text-muted">{formatTime(createdAt)}</span>
      </time>
    ),
    isHeading: true,
    width: 112,
    onPhone: 'line',
  },
  {
    id: 'provider',
    header: 'Provider',
    cell: ({ provider, host }) => (
      <span className="block min-w-0">
        <span className="block truncate font-semibold">{providerLabel(provider)}</span>
        <span className="block truncate text-xs text-muted" title={host}>
          {host}
        </span>
      </span>
    ),
    width: 150,
    grow: 1,
    onPhone: 'head',
  },
  {
    id: 'purpose',
    header: 'Purpose',
    cell: ({ purpose, error }) => (
      <span className="block min-w-0">
        <span className="block break-words first-letter:capitalize">{purpose}</span>
        {error && <span className="block text-xs break-words text-red-ink">{error}</span>}
      </span>
    ),
    width: 180,
    grow: 2,
    onPhone: { fact: 'Purpose', isWide: true },
  },
  {
    id: 'session',
    header: 'Session',
    cell: (call) => <SessionLink {...call} />,
    width: 110,
    onPhone: { fact: 'Session' },
  },
  {
    id: 'bytes',
    header: 'Sent / received',
    cell: ({ bytesOut, bytesIn }) => (
      <span className="whitespace-nowrap">
        {formatBytes(bytesOut)} / {formatBytes(bytesIn)}
      </span>
    ),
    isNumeric: true,
    width: 140,
    priority: 1,
    folded: ({ bytesOut, bytesIn }) => `${formatBytes(bytesOut)} / ${formatBytes(bytesIn)}`,
    onPhone: { fact: 'Sent / received' },
  },
  {
    id: 'duration',
    header: 'Duration',
    cell: ({ durationMs }) => (durationMs === null ? 'N/A' : `${formatCount(durationMs)} ms`),
    isNumeric: true,
    width: 92,
    priority: 2,
    folded: ({ durationMs }) => durationMs !== null && `${formatCount(durationMs)} ms`,
    onPhone: { fact: 'Duration' },
  },
  {
    id: 'outcome',
    header: 'Result',
    cell: (call) => <Result {...call} />,
    width: 134,
    onPhone: 'corner',
  },
]

const SessionLink = ({ sessionId, clientId, clientName, sessionDate }: EgressEntry) =>
  sessionId === null ? (
    <span className="text-muted">N/A</span>
  ) : clientId === null || sessionDate === null ? (
    <span className="text-muted">Deleted</span>
  ) : (
    <Link
      to={paths.plan(clientId, { session: sessionId })}
      title={clientName ?? undefined}
      className="block truncate text-brand-ink underline"
    >
      <bdi>{clientName}</bdi>
      <span className="block text-xs">{formatDate(sessionDate)}</span>
    </Link>
  )

export const outcomes = {
  success: { tone: 'green', icon: CircleCheck, label: 'Success' },
  failure: { tone: 'red', icon: CircleAlert, label: 'Failed' },
  open: { tone: 'amber', icon: CircleDashed, label: 'In progress' },
} as const

function Result({ outcome, status }: Pick<EgressEntry, 'outcome' | 'status'>) {
  const { tone, icon, label } = outcomes[outcome]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
      {status !== null && ` (${status})`}
    </Badge>
  )
}
