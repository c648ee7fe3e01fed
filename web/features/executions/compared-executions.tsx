import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Execution, readExecution } from '#contract/executions.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { type DiffLine, diffTexts } from '#web/ui/diff-texts.ts'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import { formatMilliseconds } from './execution-format.ts'
import { formatCost, providerName, formatVersion } from './execution-fact-format.ts'

type ComparedExecutionsProps = { replay: Execution; originalId: string }

/** A replay beside what it repeats: both answers with their differences, tokens, time and cost. */
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

/** The text of an answer; what else came back as it is. */
function answerText({ outputData }: Execution) {
  if (outputData === null || typeof outputData === 'string') return outputData
  const { processedText } = outputData
  return typeof processedText === 'string'
    ? processedText
    : JSON.stringify(outputData, undefined, 2)
}

function Answers({ original, replay }: ExecutionPair) {
  const [before, after] = [answerText(original), answerText(replay)]
  const lines = useMemo(
    () => (before === null || after === null ? [] : diffTexts(before, after)),
    [before, after],
  )
  if (before === null || after === null)
    return (
      <p className="text-muted">
        Nothing to compare: {before === null ? 'the original' : 'the replay'} has no answer.
      </p>
    )
  return (
    <div>
      <p className="mb-2 text-muted">
        {before === after
          ? 'Both answers are the same.'
          : 'Removed text is struck through on the left; added text is underlined on the right.'}
      </p>
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <Answer title="Answer of the original" lines={lines} kind="removed" />
        <Answer title="Answer of the replay" lines={lines} kind="added" />
      </div>
    </div>
  )
}

type AnswerProps = {
  title: string
  lines: readonly DiffLine[]
  /** What the other one does not have. */
  kind: 'removed' | 'added'
}

const Answer = ({ title, lines, kind }: AnswerProps) => {
  const Mark = marks[kind]
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-xs text-muted">{title}</figcaption>
      <section
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="relative max-h-80 overflow-auto rounded-md border border-line bg-sunken p-3 break-words whitespace-pre-wrap focus-visible:-outline-offset-2"
      >
        {lines
          .filter((line) => line.kind === 'same' || line.kind === kind)
          .map(({ parts }, at) => (
            <p key={at} className="min-h-5">
              {parts.map(({ text, isChanged }, index) =>
                isChanged ? (
                  <Mark key={index} className={markStyles[kind]}>
                    {text}
                  </Mark>
                ) : (
                  text
                ),
              )}
            </p>
          ))}
      </section>
    </figure>
  )
}

const marks = { removed: 'del', added: 'ins' } as const
const markStyles = {
  removed: 'rounded-md bg-red-soft text-red-ink line-through',
  added: 'rounded-md bg-green-soft text-green-ink underline',
}
