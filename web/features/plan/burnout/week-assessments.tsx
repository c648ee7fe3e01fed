import { useQuery } from '@tanstack/react-query'
import { type AssessmentHistory, assessmentHistory } from '#contract/assessments.ts'
import { burnoutColour } from '#contract/value-colours.ts'
import { longWeekName } from '#contract/weeks.ts'
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
import { useTakeBack } from '../use-take-back.ts'
import { openValueLook, valueLook } from '../values/value.tsx'

type WeekAssessmentsProps = {
  clientId: string
  week: number
  isOpen: boolean
  isWritable: boolean
  /** There the words are read and played, and the score is confirmed, corrected or rejected. */
  onOpenValues: OpenValues
  onClose: () => void
}

/** All that was found of a week's burnout risk: which counts, who or what it came from, and what was taken back. */
export const WeekAssessments = ({ isOpen, onClose, ...of }: WeekAssessmentsProps) => (
  <Dialog
    isOpen={isOpen}
    onOpenChange={(next) => {
      if (!next) onClose()
    }}
    title={`Burnout risk, ${longWeekName(of.week)}`}
    description="A questionnaire counts before a person's entry, and that before a model's. Everything is kept."
    size="sm"
  >
    <Found {...of} />
  </Dialog>
)

type FoundProps = {
  clientId: string
  week: number
  isWritable: boolean
  onOpenValues: OpenValues
}

function Found({ clientId, week, isWritable, onOpenValues }: FoundProps) {
  const found = useQuery(
    queryFor(assessmentHistory, { params: { id: clientId }, query: { weekNumber: week } }),
  )
  const takeBack = useTakeBack(clientId)
  return (
    <ReadState
      read={found}
      loading={<Skeleton className="h-16 w-full" />}
      failed="The assessments could not be loaded"
    >
      {(assessments) => (
        <ol className="flex flex-col gap-4">
          {assessments.map((it, index) => (
            <li key={it.id} className="flex gap-3">
              <span
                className={classNames(valueLook(burnoutColour(it.riskScore)), openLook(it.found))}
              >
                {formatDecimal(it.riskScore)}
              </span>
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2">
                  {originOf(it)}
                  {it.removedAt ? (
                    <Badge tone="neutral">Taken back</Badge>
                  ) : (
                    index === 0 && <Badge tone="brand">Counts</Badge>
                  )}
                </p>
                {it.reason && <p className="break-words whitespace-pre-line">{it.reason}</p>}
                {it.found && (
                  <Evidence found={it.found} onOpenValues={isWritable ? onOpenValues : undefined} />
                )}
                <p className="text-xs text-muted">
                  {formatDateTime(it.at)}
                  {it.removedAt &&
                    ` · taken back by ${it.removedBy ?? 'somebody'}, ${formatDateTime(it.removedAt)}`}
                </p>
                {isWritable && it.source === 'person' && !it.removedAt && (
                  <Button
                    size="sm"
                    variant="secondary"
                    className="mt-2"
                    isPending={takeBack.isPending && takeBack.sent === it.id}
                    onClick={() => takeBack.run(it.id)}
                  >
                    Take back
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

const openLook = (found: AssessmentHistory[number]['found']) =>
  found?.decision === null && openValueLook

function originOf({ source, author, questionnaire }: AssessmentHistory[number]) {
  if (source === 'questionnaire')
    return questionnaire ? `From the questionnaire ${questionnaire}` : 'From a questionnaire'
  if (source === 'model') return 'Proposed by a model'
  return author === null ? 'Entered by hand' : `Entered by ${author}`
}
