import { useQuery } from '@tanstack/react-query'
import { type Execution, readExecution } from '#contract/executions/executions.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import { TextDiff } from '#web/ui/text-diff.tsx'
import { formatCost, formatMilliseconds, formatVersion, providerName } from './execution-format.ts'

type ComparedExecutionsProps = { replay: Execution; originalId: string }

/** Compares a replay with its original: answers, tokens, time and cost. */
export const ComparedExecutions = ({ replay, originalId }: ComparedExecutionsProps) => (
  <section aria-label="Compared with the original">
    <h3 className="mb-2 text-sm font-semibold">Compared with the original</h3>
    <ReadState
      read={useQuery(queryFor(readExecution, { params: { id: originalId } }))}
      loading={<RowsSkeleton label="Loading the original" />}
      failed="The original could not be loaded"
    >
      {(original) => (
        <div className="flex flex-col gap-4">
          <Figures original={original} replay={replay} />
          <Answers original={original} replay={replay} />
        </div>
      )}
    </ReadState>
  </section>
)

type ExecutionPair = { original: Execution; replay: Execution }

const figures: [name: string, of: (it: Execution) => string | undefined | null][] = [
  ['Version', formatVersion],
  ['Provider', (it) => providerName(it.provider)],
  ['Model', (it) => it.model],
  ['Time', (it) => formatMilliseconds(it.executionTimeMs)],
  ['Tokens in', ({ tokensIn }) => tokensIn?.toLocaleString('en-US')],
  ['Tokens out', ({ tokensOut }) => tokensOut?.toLocaleString('en-US')],
  ['Tokens', ({ tokensUsed }) => (tokensUsed === null ? null : formatCount(tokensUsed))],
  ['Cost', formatCost],
]

const Figures = ({ original, replay }: ExecutionPair) => (
  <Table label="Figures of both runs">
    <TableHead>
      <TableHeader>
        <span className="sr-only">Figure</span>
      </TableHeader>
      <TableHeader>Original</TableHeader>
      <TableHeader>Replay</TableHeader>
    </TableHead>
    <TableBody>
      {figures.map(([name, of]) => (
        <TableRow key={name}>
          <TableCell isHeading className="font-semibold">
            {name}
          </TableCell>
          {[original, replay].map((it) => (
            <TableCell key={it.id}>{of(it) ?? 'N/A'}</TableCell>
          ))}
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

/** The text of an answer, or anything else as JSON. */
function answerText({ outputData }: Execution) {
  if (outputData === null || typeof outputData === 'string') return outputData
  const { processedText } = outputData
  return typeof processedText === 'string'
    ? processedText
    : JSON.stringify(outputData, undefined, 2)
}

function Answers({ original, replay }: ExecutionPair) {
  const [before, after] = [answerText(original), answerText(replay)]
  if (before === null || after === null)
    return (
      <p className="text-muted">
        Nothing to compare: {before === null ? 'the original' : 'the replay'} has no answer.
      </p>
    )
  return <TextDiff label="Answer" before={before} after={after} />
}
