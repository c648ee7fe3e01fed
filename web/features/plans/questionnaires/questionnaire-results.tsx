import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getAnswers } from '#contract/questionnaires/instruments.ts'
import { getQuestionnaire, type Questionnaire } from '#contract/questionnaires/questionnaires.ts'
import type { Changes } from '#contract/rules/reliable-change.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatChange } from './questionnaire-rows.ts'
import { valueClasses } from '../values/value.tsx'

type QuestionnaireResultsProps = {
  /** Answered ones of one instrument. */
  questionnaires: readonly Questionnaire[]
  changes: ReadonlyMap<string, Changes>
  isOpen: boolean
  onClose: () => void
}

/** The answered questionnaires of one instrument, newest first, each with its answers on demand. */
export function QuestionnaireResults({
  questionnaires,
  changes,
  isOpen,
  onClose,
}: QuestionnaireResultsProps) {
  const listed = questionnaires.toSorted(
    (a, b) => Date.parse(b.endedAt ?? '') - Date.parse(a.endedAt ?? ''),
  )
  const { instrument } = listed[0] ?? {}
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={instrument?.title ?? 'Questionnaire'}
      description={`Scores range from ${formatDecimal(instrument?.lowest ?? 0)} to ${formatDecimal(instrument?.highest ?? 0)}. This is not a diagnosis.`}
    >
      <ol className="flex flex-col gap-4">
        {listed.map((it) => (
          <Result key={it.id} questionnaire={it} changes={changes.get(it.id)} />
        ))}
      </ol>
      <div className="mt-5 border-t border-line pt-4 text-xs text-muted">
        <p>{instrument?.citation}</p>
        <p className="mt-1">{instrument?.licence}</p>
      </div>
    </Dialog>
  )
}

type ResultProps = { questionnaire: Questionnaire; changes: Changes | undefined }

function Result({ questionnaire: it, changes }: ResultProps) {
  const [isShown, setShown] = useState(false)
  const { sinceBefore, sinceFirst } = changes ?? {}
  return (
    <li className="flex gap-3">
      <span className={valueClasses(it.band?.tone ?? 'yellow')}>
        {it.score === null ? '–' : formatDecimal(it.score)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          {it.band?.label ?? 'Not enough answers for a score'}
          {sinceBefore?.isReliable && (
            <Badge tone={sinceBefore.isBetter ? 'green' : 'red'}>Reliable change</Badge>
          )}
          {it.isLate && <Badge>Late</Badge>}
        </p>
        {sinceBefore && (
          <p>
            Since the previous one: {formatChange(sinceBefore)}.
            {sinceFirst && ` Since the first: ${formatChange(sinceFirst)}.`}
          </p>
        )}
        <p className="text-xs text-muted">
          Week {it.weekNumber} · {it.endedAt && formatDateTime(it.endedAt)}
        </p>
        <Button
          variant="ghost"
          size="sm"
          className="mt-1 -ml-3"
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide answers' : 'Show answers'}
        </Button>
        {isShown && <Answers id={it.id} />}
      </div>
    </li>
  )
}

/** Loaded on demand: every opening by staff is in the audit log. */
function Answers({ id }: { id: string }) {
  const opened = useQuery(queryFor(getQuestionnaire, { params: { id } }))
  return (
    <ReadState
      read={opened}
      loading={<Skeleton className="h-32 w-full" />}
      failed="The answers could not be loaded"
    >
      {({ instrument, answers }) => (
        <dl className="mt-2 flex flex-col gap-2">
          {instrument.items.map((item) => {
            const value = answers[item.key]
            const chosen = getAnswers(instrument, item).find((it) => it.value === value)
            return (
              <div key={item.key}>
                <dt className="text-xs text-muted">{item.text}</dt>
                <dd>{chosen?.label ?? 'Skipped'}</dd>
              </div>
            )
          })}
        </dl>
      )}
    </ReadState>
  )
}
