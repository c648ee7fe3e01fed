import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Questionnaire, SafetyMark } from '#contract/questionnaires/questionnaires.ts'
import { type Change, type Changes, findChanges } from '#contract/rules/reliable-change.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { classNames } from '#web/ui/class-names.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { UnansweredQuestionnaires } from './unanswered-questionnaires.tsx'
import { formatChange, type QuestionnaireRow, questionnaireRows } from './questionnaire-rows.ts'
import { TrendCell } from '../metrics/trend-cell.tsx'
import { useRovingTabIndex } from '../weeks/tab-stops.ts'
import { valueClasses } from '../values/value.tsx'
import { WeekGrid, type Weeks } from '../weeks/week-grid.tsx'
import { QuestionnaireResults } from './questionnaire-results.tsx'

type QuestionnaireWeeksProps = {
  clientId: string
  questionnaires: readonly Questionnaire[]
  marks: readonly SafetyMark[]
  weeks: Weeks
  isWritable: boolean
  now: Date
}

/** The scores by week, a row per instrument, and below them the unanswered questionnaires. */
export function QuestionnaireWeeks({
  clientId,
  questionnaires,
  marks,
  weeks,
  isWritable,
  now,
}: QuestionnaireWeeksProps) {
  const rows = questionnaireRows(questionnaires, weeks.shown)
  const rovingProps = useRovingTabIndex(rows, weeks)
  const changes = findChanges(questionnaires)
  const results = useDialog<string>()
  return (
    <>
      {rows.length > 0 && (
        <>
          <WeekGrid
            label="Questionnaires by week"
            rowHeading="Questionnaire"
            weeks={weeks}
            rows={rows.map((row, index) => ({
              id: row.id,
              label: row.label,
              note: `${formatDecimal(row.of.lowest)} to ${formatDecimal(row.of.highest)}`,
              cell: (week) => {
                const found = row.weeks.get(week)
                return (
                  found && (
                    <button
                      type="button"
                      {...rovingProps({ row: index, week })}
                      onClick={() => results.open(row.id)}
                      aria-label={cellLabel(row, week, found, changes.get(found.id))}
                      className="relative scroll-mx-56 rounded-md transition-transform hover:scale-110"
                    >
                      <span className={valueClasses(found.band?.tone ?? 'yellow')}>
                        {found.score === null ? '–' : formatDecimal(found.score)}
                      </span>
                      <ChangeMark change={changes.get(found.id)?.sinceBefore} />
                    </button>
                  )
                )
              },
              trend: <TrendCell row={row} rising={row.of.isMoreBetter ? 'good' : 'bad'} />,
            }))}
          />
          {rows.some((row) => row.of.reliableChange !== null) && (
            <p className="border-t border-line px-4 py-3 text-xs text-muted">
              <ArrowUp aria-hidden size={12} className="mr-1 inline" />
              <ArrowDown aria-hidden size={12} className="mr-1 inline" />
              Arrows mark a reliable change since the previous one:{' '}
              {rows
                .filter((row) => row.of.reliableChange !== null)
                .map((row) => `${row.label} ${formatDecimal(row.of.reliableChange ?? 0)} points`)
                .join(', ')}{' '}
              or more.
            </p>
          )}
        </>
      )}
      <UnansweredQuestionnaires
        {...{ clientId, isWritable, now }}
        questionnaires={questionnaires.filter((it) => it.state !== 'answered')}
      />
      <AcknowledgedMarks marks={marks} />
      {results.value !== undefined && (
        <QuestionnaireResults
          {...results.props}
          questionnaires={questionnaires.filter(
            (it) => it.state === 'answered' && it.instrument.key === results.value,
          )}
          changes={changes}
        />
      )}
    </>
  )
}

const ChangeMark = ({ change }: { change: Change | undefined }) => {
  if (!change?.isReliable) return null
  const Arrow = change.points > 0 ? ArrowUp : ArrowDown
  return (
    <span
      className={classNames(
        'absolute -top-2 -right-2 flex size-4 items-center justify-center rounded-full',
        change.isBetter ? 'bg-green text-surface' : 'bg-red text-on-red',
      )}
    >
      <Arrow aria-hidden size={12} />
    </span>
  )
}

function cellLabel(row: QuestionnaireRow, week: number, found: Questionnaire, changes?: Changes) {
  const score = found.score === null ? 'not enough answers for a score' : formatDecimal(found.score)
  const band = found.band ? ` (${found.band.label.toLowerCase()})` : ''
  const change = changes?.sinceBefore?.isReliable
    ? `, ${formatChange(changes.sinceBefore)} since the previous one`
    : ''
  return `${row.label}, week ${week}: ${score}${band}${change}`
}

/** Acknowledged safety marks with their notes; the others show at the top of the plan. */
const AcknowledgedMarks = ({ marks }: { marks: readonly SafetyMark[] }) => {
  const done = marks.filter((it) => it.acknowledgedAt !== null)
  return (
    done.length > 0 && (
      <section className="border-t border-line px-4 py-3">
        <h3 className="text-sm">Safety marks</h3>
        <ul className="mt-2 flex flex-col gap-2">
          {done.map((it) => (
            <li key={it.id}>
              <p dir="auto" className="break-words whitespace-pre-line">
                {it.note}
              </p>
              <p className="text-xs text-muted">
                {it.acknowledgedBy ?? 'A former user'}, {formatDateTime(it.acknowledgedAt ?? '')} ·
                raised {formatDateTime(it.raisedAt)}
              </p>
            </li>
          ))}
        </ul>
      </section>
    )
  )
}
