import { CircleAlert, CircleCheck } from 'lucide-react'
import type { Execution } from '#contract/executions/executions.ts'
import { templateTypeLabel } from '#contract/prompts/prompts.ts'
import { formatDate, formatTime } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { Column } from '#web/ui/column.ts'
import { textTone } from '#web/ui/tone.ts'
import { formatMilliseconds, responseTimeRating } from './execution-format.ts'

/** The button of the time covers its row. */
export const executionColumns = (onOpen: (id: string) => void): Column<Execution>[] => [
  {
    id: 'timestamp',
    header: 'Timestamp',
    cell: ({ id, executedAt, templateName }) => (
      <button
        type="button"
        onClick={() => onOpen(id)}
        className="text-left whitespace-nowrap after:absolute after:inset-0 after:cursor-pointer"
      >
        <time dateTime={executedAt}>
          {formatDate(executedAt)}{' '}
          <span className="block text-xs text-muted">{formatTime(executedAt)}</span>
        </time>
        <span className="sr-only"> Details of {templateName}</span>
      </button>
    ),
    isHeading: true,
    width: 112,
    onPhone: 'head',
  },
  {
    id: 'type',
    header: 'Type',
    cell: ({ templateType }) => templateTypeLabel[templateType],
    width: 150,
    onPhone: { fact: 'Type' },
  },
  {
    id: 'template',
    header: 'Template',
    cell: ({ templateName }) => (
      <span className="block truncate" title={templateName}>
        {templateName}
      </span>
    ),
    width: 150,
    grow: 1,
    priority: 1,
    onPhone: { fact: 'Template' },
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ success }) => <Outcome success={success} />,
    width: 100,
    onPhone: 'corner',
  },
  {
    id: 'time',
    header: 'Response Time',
    cell: ({ executionTimeMs }) => <ResponseTime ms={executionTimeMs} />,
    isNumeric: true,
    width: 120,
    onPhone: { fact: 'Response time' },
  },
  {
    id: 'session',
    header: 'Session',
    cell: (execution) => <OfSession {...execution} />,
    width: 130,
    grow: 1,
    priority: 2,
    onPhone: { fact: 'Session' },
  },
  {
    id: 'details',
    header: 'Details',
    cell: (execution) => <Summary {...execution} />,
    width: 150,
    grow: 1,
    onPhone: { fact: 'Details', isWide: true },
  },
]

/** The client and time of the session; a deleted session has only a client. */
const OfSession = ({ sessionId, contextId, clientName, sessionDate }: Execution) =>
  sessionId === null ? (
    <span className="text-muted">{contextId === null ? 'N/A' : 'Deleted'}</span>
  ) : (
    <span className="block min-w-0">
      <span className="block truncate" title={clientName ?? undefined}>
        <bdi>{clientName}</bdi>
      </span>
      <span className="block text-xs text-muted">{sessionDate && formatDate(sessionDate)}</span>
    </span>
  )

export const Outcome = ({ success }: { success: boolean }) =>
  success ? (
    <Badge tone="green" icon={CircleCheck}>
      Success
    </Badge>
  ) : (
    <Badge tone="red" icon={CircleAlert}>
      Error
    </Badge>
  )

export const ResponseTime = ({ ms }: { ms: number }) => {
  const { tone, word } = responseTimeRating(ms)
  return (
    <span className={classNames('whitespace-nowrap tabular-nums', textTone[tone])}>
      <span className="font-semibold">{formatMilliseconds(ms)}</span>
      <span className="block text-xs">{word}</span>
    </span>
  )
}

const Summary = ({ success, errorMessage, tokensUsed }: Execution) =>
  success ? (
    <>Tokens: {tokensUsed === null ? 'N/A' : formatCount(tokensUsed)}</>
  ) : (
    <span className="line-clamp-2 text-red-ink" title={errorMessage ?? undefined}>
      {errorMessage}
    </span>
  )
