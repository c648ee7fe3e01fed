import type { Overview } from '#contract/analytics/analytics.ts'
import type { CalendarDay } from '#contract/rules/calendar.ts'
import { formatCalendarDay, formatWeekday } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { solidTone } from '#web/ui/tone.ts'

type SessionsThisWeekProps = {
  days: Overview['sessionsByDay']
  today: CalendarDay
  className?: string
}

/** One bar per day. The list is the plot: each bar has its figure and its day in words. */
export function SessionsThisWeek({ days, today, className }: SessionsThisWeekProps) {
  const most = Math.max(1, ...days.map((it) => it.count))
  return (
    <Card className={classNames('flex flex-col', className)}>
      <CardHeader
        title="Sessions by day"
        description={
          days.some((it) => it.count > 0)
            ? 'This week, Monday to Sunday.'
            : 'No sessions this week.'
        }
      />
      <ol className="grid min-h-44 flex-1 auto-cols-fr grid-flow-col gap-3 max-md:gap-2">
        {days.map(({ day, count: number }) => (
          <li key={day} className="flex flex-col gap-1 text-center text-xs">
            <span aria-hidden className="flex flex-1 flex-col justify-end border-b border-outline">
              <span className="font-semibold tabular-nums">{formatCount(number)}</span>
              <span
                className={classNames(
                  'mx-auto block w-full max-w-12 rounded-t-md',
                  day > today ? 'border border-b-0 border-dashed border-outline' : solidTone.brand,
                )}
                // What is left after the figure above the tallest bar.
                style={{ height: `${(82 * number) / most}%` }}
              />
            </span>
            <span
              aria-hidden
              className={day === today ? 'font-semibold text-brand-ink' : 'text-muted'}
            >
              {day === today ? 'Today' : formatWeekday(day)}
            </span>
            <span className="sr-only">
              {formatWeekday(day)}, {formatCalendarDay(day)}
              {day === today && ' (today)'}: {formatCount(number)}{' '}
              {number === 1 ? 'session' : 'sessions'}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
