import { useQuery } from '@tanstack/react-query'
import { type CoachFeedback, getCoachFeedback } from '#contract/feedback/feedback.ts'
import { formatMonth, formatMonthAndYear } from '#web/lib/dates.ts'
import { formatCount, formatPercent } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { partStyles, StackedBars } from '#web/ui/chart-bars.tsx'
import { ChartFrame } from '#web/ui/chart-frame.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** How helpful clients found the sessions of a coach, month by month. */
export function FeedbackOfCoach({ coachId }: { coachId: string }) {
  const feedback = useQuery(queryFor(getCoachFeedback, { params: { id: coachId } }))
  return (
    <Card aria-label="Feedback">
      <CardHeader
        title="Feedback"
        description="Share of clients’ answers of 4 and 5 to “Was this session helpful?”"
      />
      <ReadState
        read={feedback}
        loading={<Skeleton className="h-44" />}
        failed="The feedback could not be loaded"
      >
        {(data) => <Months {...data} />}
      </ReadState>
    </Card>
  )
}

function Months({ months, isRounded, minimum }: CoachFeedback) {
  const orMore = isRounded ? '+' : ''
  const share = (it: number | null) =>
    it === null ? '–' : `${formatPercent(it)}${it < 100 ? orMore : ''}`
  const isEmpty = months.every(({ answered }) => answered === null)
  return (
    <>
      {!isEmpty && (
        <ChartFrame
          label="Share of 4 and 5, month by month"
          className="h-28"
          max={100}
          columns={months.map(({ month, answered, helpfulPercent }) => ({
            key: month,
            label: formatMonth(month),
            name: formatMonthAndYear(month),
            values: [
              { word: '4 and 5', value: share(helpfulPercent) },
              {
                word: isRounded ? 'Clients' : 'Answers',
                value: answered === null ? '–' : `${formatCount(answered)}${orMore}`,
              },
            ],
          }))}
        >
          {(top) => (
            <StackedBars
              top={top}
              bars={months.map(({ month, helpfulPercent }) => ({
                key: month,
                parts:
                  helpfulPercent === null
                    ? null
                    : [
                        {
                          style: partStyles.blue,
                          value: helpfulPercent,
                          label: share(helpfulPercent),
                        },
                      ],
              }))}
            />
          )}
        </ChartFrame>
      )}
      <p className="mt-3 text-xs text-muted">
        {isEmpty && 'Nothing to show yet. '}
        {isRounded
          ? `Months with fewer than ${minimum} clients are hidden. Each month appears two weeks after it ends, in steps of ${minimum} clients.`
          : `Months with fewer than ${minimum} answers are hidden.`}
      </p>
    </>
  )
}
