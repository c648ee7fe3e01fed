import { useQuery } from '@tanstack/react-query'
import { type AssessmentHistory, assessmentHistory } from '#contract/plans/assessments.ts'
import { burnoutColour } from '#contract/rules/value-colours.ts'
import { longWeekName } from '#contract/rules/weeks.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Evidence, type OpenValues } from '../values/evidence.tsx'
import { useRemoveAssessment } from './assessment-dialog.tsx'
import { unconfirmedClasses, valueClasses } from '../values/value.tsx'

type WeekAssessmentsProps = {
  clientId: string
  week: number
  isOpen: boolean
  isWritable: boolean

  onOpenValues: OpenValues
  onClose: () => void
}

/** All burnout assessments of a week: which one counts, their sources, and removed ones. */
export const WeekAssessments = ({ isOpen, onClose, ...of }: WeekAssessmentsProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title={`Burnout risk, ${longWeekName(of.week)}`}
    description="Questionnaires take precedence over manual entries, and manual entries over the analysis. All are kept."
    size="sm"
  >
    <AssessmentList {...of} />
  </Dialog>
)

type AssessmentListProps = {
  clientId: string
  week: number
  isWritable: boolean
  onOpenValues: OpenValues
}

function AssessmentList({ clientId, week, isWritable, onOpenValues }: AssessmentListProps) {
  const history = useQuery(
    queryFor(assessmentHistory, { params: { id: clientId }, query: { weekNumber: week } }),
  )
  const removal = useRemoveAssessment(clientId)
  return (
    <ReadState
      read={history}
      loading={<Skeleton className="h-16 w-full" />}
      failed="The assessments could not be loaded"
    >
      {(assessments) => (
        <ol className="flex flex-col gap-4">
          {assessments.map((it) => (
            <li key={it.id} className="flex gap-3">
              <span
                className={classNames(
                  valueClasses(burnoutColour(it.riskScore)),
                  unconfirmedClassesOf(it.found),
                )}
              >
                {formatDecimal(it.riskScore)}
              </span>
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2">
                  {findOrigin(it)}
                  {it.removedAt ? (
                    <Badge tone="neutral">Removed</Badge>
                  ) : (
                    it.rank === 1 && <Badge tone="brand">Counts</Badge>
                  )}
                </p>
                {it.reason && (
                  <p dir="auto" className="break-words whitespace-pre-line">
                    {it.reason}
                  </p>
                )}
                {it.found && (
                  <Evidence found={it.found} onOpenValues={isWritable ? onOpenValues : undefined} />
                )}
                <p className="text-xs text-muted">
                  {formatDateTime(it.at)}
                  {it.removedAt &&
                    ` · removed by ${it.removedBy ?? 'a former user'}, ${formatDateTime(it.removedAt)}`}
                </p>
                {isWritable && it.source === 'person' && !it.removedAt && (
                  <Button
                    size="sm"
                    variant="secondary"
                    className="mt-2"
                    isPending={removal.isPending && removal.sent === it.id}
                    onClick={() => removal.run(it.id)}
                  >
                    Remove
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </ReadState>
  )
}

const unconfirmedClassesOf = (found: AssessmentHistory[number]['found']) =>
  found?.decision === null && unconfirmedClasses

function findOrigin({ source, author, questionnaire }: AssessmentHistory[number]) {
  if (source === 'questionnaire')
    return questionnaire ? `From the questionnaire ${questionnaire}` : 'From a questionnaire'
  if (source === 'model') return 'Found by the analysis'
  return author === null ? 'Entered manually' : `Entered by ${author}`
}
