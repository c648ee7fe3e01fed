import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Execution } from '#contract/executions/executions.ts'
import { templateTypeLabel } from '#contract/prompts/prompts.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { paths } from '#web/paths.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Outcome, ResponseTime } from './execution-columns.tsx'
import {
  formatCost,
  executionKindLabels,
  providerName,
  formatVersion,
  formatTokens,
} from './execution-format.ts'

const Id = ({ children }: { children: string }) => <span className="break-all">{children}</span>

/** The facts about an execution. */
export function ExecutionFacts({ execution }: { execution: Execution }) {
  const { id, executedAt, templateName, templateType, success, executionTimeMs, missing } =
    execution
  const { contextId, sessionId } = execution
  const others: [name: string, value: ReactNode][] = [
    ['Timestamp', formatDateTime(executedAt)],
    [
      'Session',
      sessionId !== null &&
        (contextId === null ? (
          <Id>{sessionId}</Id>
        ) : (
          <Link
            to={paths.plan(contextId, { session: sessionId })}
            className="break-all text-brand-ink underline"
          >
            {sessionId}
          </Link>
        )),
    ],
    ['Kind', executionKindLabels[execution.kind]],
    ['Version', formatVersion(execution)],
    ['Provider', providerName(execution.provider)],
    ['Model', execution.model],
    ['Tokens', formatTokens(execution)],
    ['Cost', formatCost(execution)],
    // Only for input that exceeds one call.
    ...(execution.chunks === null
      ? []
      : ([['Processed In', `${execution.chunks} chunks`]] as [string, string][])),
    ['Request ID', execution.requestId !== null && <Id>{execution.requestId}</Id>],
  ]
  return (
    <Facts className="grid grid-cols-2 gap-x-4 gap-y-3 tabular-nums max-md:grid-cols-1">
      <Fact name="Execution ID">
        <Id>{id}</Id>
      </Fact>
      <Fact name="Template">{templateName}</Fact>
      <Fact name="Type">{templateTypeLabel[templateType]}</Fact>
      <Fact name="Status">
        <Outcome success={success} />
      </Fact>
      <Fact name="Execution Time">
        <ResponseTime ms={executionTimeMs} />
      </Fact>
      <Fact name="Context ID">{contextId === null ? 'N/A' : <Id>{contextId}</Id>}</Fact>
      {others.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value || 'N/A'}
        </Fact>
      ))}
      {missing.length > 0 && (
        <Fact name="Placeholders without a value" isWide>
          {missing.map((name) => `{{${name}}}`).join(', ')}
        </Fact>
      )}
    </Facts>
  )
}
