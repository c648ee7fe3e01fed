import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FreeTimes } from '#contract/bookings/bookings.ts'
import { calendarDay, timeOfDay } from '#contract/rules/calendar.ts'
import {
  formatCalendarDay,
  formatDate,
  formatRelativeDay,
  formatTime,
  ownTimeZone,
} from '#web/lib/dates.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Span = { from: string; until: string }

/** The reader's week, Monday first, so many weeks from now; 167 to 169 hours. */
function weekFrom(now: Date, weeks: number): Span {
  const monday = now.getDate() - ((now.getDay() + 6) % 7) + 7 * weeks
  const [from, until] = [monday, monday + 7].map(
    (day) => new Date(now.getFullYear(), now.getMonth(), day),
  ) as [Date, Date]
  return { from: from.toISOString(), until: until.toISOString() }
}

/** How many weeks from now a time is. */
function weeksUntil(at: string, now: Date) {
  let weeks = 0
  while (weekFrom(now, weeks).until <= at) weeks++
  return weeks
}

/** The week whose times are shown. */
export function useWeek() {
  const [now] = useState(() => new Date())
  const [chosen, setWeeks] = useState<number>()
  const weeks = chosen ?? 0
  return { now, weeks, isChosen: chosen !== undefined, setWeeks, span: weekFrom(now, weeks) }
}

type FreeTimesProps = {
  week: ReturnType<typeof useWeek>
  read: UseQueryResult<FreeTimes>
  /** First name. */
  coach: string
  chosen: readonly string[]
  onChoose: (at: string) => void
}

/** Times by week, each a button, in the reader's time zone and the coach's where it differs. */
export function FreeTimesByWeek({ week, read, coach, chosen, onChoose }: FreeTimesProps) {
  const { now, weeks, isChosen, setWeeks, span } = week
  const lastDay = formatDate(new Date(Date.parse(span.until) - 1))
  const { data } = read
  // At the end of a week the first times are in the next; that a coach is away is said first.
  const isSkipped = !isChosen && data && !data.times.length && !data.isCoachAway && !data.timeOff
  const first = isSkipped ? data.next : null
  useEffect(() => {
    if (first) setWeeks(weeksUntil(first, now))
  }, [first, now, setWeeks])
  return (
    <section aria-label="Free times" className="min-h-72">
      <div className="mb-3 flex items-center justify-between gap-2">
        <IconButton
          icon={ChevronLeft}
          label="Previous week"
          disabled={weeks === 0}
          onClick={() => setWeeks(weeks - 1)}
        />
        <h3 aria-live="polite" className="text-sm font-semibold">
          {formatDate(span.from)} – {lastDay}
        </h3>
        <IconButton
          icon={ChevronRight}
          label="Next week"
          disabled={!data || data.latest < span.until}
          onClick={() => setWeeks(weeks + 1)}
        />
      </div>
      <ReadState
        read={read}
        loading={<Skeleton className="h-56" />}
        failed="The free times could not be loaded"
      >
        {(free) =>
          free.times.length ? (
            <Times free={free} coach={coach} now={now} chosen={chosen} onChoose={onChoose} />
          ) : (
            <NoTimes
              free={free}
              coach={coach}
              now={now}
              onShow={(at) => setWeeks(weeksUntil(at, now))}
            />
          )
        }
      </ReadState>
    </section>
  )
}

type TimesProps = Pick<FreeTimesProps, 'coach' | 'chosen' | 'onChoose'> & {
  free: FreeTimes
  now: Date
}

function Times({ free: { times, timeZone }, coach, now, chosen, onChoose }: TimesProps) {
  const isOtherZone = times.some((at) => formatTime(at) !== timeOfDay(new Date(at), timeZone))
  return (
    <>
      {isOtherZone && (
        <p className="mb-3 text-sm text-muted">
          Your time ({ownTimeZone}), with {coach}’s ({timeZone}) below.
        </p>
      )}
      {[...Map.groupBy(times, (at) => formatRelativeDay(at, now))].map(([day, ofDay]) => (
        <fieldset key={day} className="mb-4">
          <legend className="mb-2 text-sm font-semibold">{day}</legend>
          <div className="grid grid-cols-4 gap-2 max-md:grid-cols-3">
            {ofDay.map((at) => (
              <Button
                key={at}
                variant={chosen.includes(at) ? 'primary' : 'secondary'}
                aria-pressed={chosen.includes(at)}
                className="h-12 flex-col !gap-0 px-1"
                onClick={() => onChoose(at)}
              >
                {formatTime(at)}
                {isOtherZone && (
                  <span className="text-xs font-normal">{formatThere(at, timeZone)}</span>
                )}
              </Button>
            ))}
          </div>
        </fieldset>
      ))}
    </>
  )
}

/** The coach's time, with the day where it is another one. */
function formatThere(at: string, timeZone: string) {
  const instant = new Date(at)
  const day = calendarDay(instant, timeZone)
  const isSameDay = day === calendarDay(instant, ownTimeZone)
  return `${isSameDay ? '' : `${formatCalendarDay(day).split(',')[0]}, `}${timeOfDay(instant, timeZone)}`
}

type NoTimesProps = {
  free: FreeTimes
  coach: string
  now: Date
  onShow: (at: string) => void
}

const NoTimes = ({ free, coach, now, onShow }: NoTimesProps) => (
  <div className="flex flex-col items-start gap-3 py-6">
    <p>{explainNone(free, coach)}</p>
    {free.next ? (
      <Button variant="secondary" onClick={() => onShow(free.next ?? '')}>
        Next free time: {formatRelativeDay(free.next, now)}
      </Button>
    ) : (
      <p className="text-muted">
        {free.isCoachAway ? '' : 'There are none after it either. '}
        If it can’t wait, ask your administrator.
      </p>
    )}
  </div>
)

function explainNone({ isCoachAway, timeOff }: FreeTimes, coach: string) {
  if (isCoachAway) return `${coach} is away at the moment.`
  if (timeOff) return `${coach} is away until ${formatCalendarDay(timeOff.lastDay)}.`
  return 'No free times in this week.'
}
