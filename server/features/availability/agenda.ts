import { addDays, calendarDay, type CalendarDay, toInstant } from '#contract/rules/calendar.ts'
import { minutesIn, type WeeklyRange } from '#contract/rules/working-hours.ts'

/** From one time to another, exclusive, in milliseconds since 1970. */
export type Span = { startsAt: number; endsAt: number }

/** What decides about the free times of a coach and a client. */
export type Agenda<TimeOff extends Span = Span, Session extends Span = Span> = {
  /** Of the hours. */
  timeZone: string
  hours: readonly WeeklyRange[]
  /** On leave or inactive. */
  isCoachAway: boolean
  timeOff: readonly TimeOff[]
  /** From the coach's own calendar. */
  busy: readonly Span[]
  /** Sessions of the coach and of the client. */
  sessions: readonly Session[]
  /** Times that requests of clients hold. */
  requested: readonly Span[]
}

/** Minutes from one start that is offered to the next. */
const stepMinutes = 30
const toMs = (minutes: number) => minutes * 60_000

const overlaps = (one: Span) => (other: Span) =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt

const widen = ({ startsAt, endsAt }: Span, gapMinutes: number) => ({
  startsAt: startsAt - toMs(gapMinutes),
  endsAt: endsAt + toMs(gapMinutes),
})

const weekdayOf = (day: CalendarDay) => new Date(day).getUTCDay()

/** The ranges of a weekday, as written. */
export const hoursOfDay = ({ hours }: Pick<Agenda, 'hours'>, day: CalendarDay) =>
  hours.filter(({ weekday }) => weekday === weekdayOf(day))

/** The working hours of a day by the clock of that day; ranges that touch are one. */
function listWorkingSpans(agenda: Agenda, day: CalendarDay) {
  const spans: Span[] = []
  for (const { from, to } of hoursOfDay(agenda, day)) {
    const [startsAt = 0, endsAt = 0] = [from, to].map((time) =>
      toInstant(day, minutesIn(time), agenda.timeZone).getTime(),
    )
    const last = spans.at(-1)
    if (last && startsAt <= last.endsAt) last.endsAt = Math.max(last.endsAt, endsAt)
    else if (startsAt < endsAt) spans.push({ startsAt, endsAt })
  }
  return spans
}

/** Whether the coach could take a session then, whatever the working hours are. */
export const isOpen = (agenda: Agenda, span: Span, gapMinutes = 0) =>
  !agenda.isCoachAway &&
  ![agenda.timeOff, agenda.busy].some((spans) => spans.some(overlaps(span))) &&
  ![agenda.sessions, agenda.requested].some((spans) =>
    spans.some(overlaps(widen(span, gapMinutes))),
  )

/** What speaks against a time. Nothing does: it is free. */
export function findObstacles<TimeOff extends Span, Session extends Span>(
  agenda: Agenda<TimeOff, Session>,
  span: Span,
) {
  const day = calendarDay(new Date(span.startsAt), agenda.timeZone)
  return {
    day,
    isCoachAway: agenda.isCoachAway,
    isOutsideHours: !listWorkingSpans(agenda, day).some(
      (it) => it.startsAt <= span.startsAt && span.endsAt <= it.endsAt,
    ),
    timeOff: agenda.timeOff.find(overlaps(span)),
    isBusy: agenda.busy.some(overlaps(span)),
    isRequested: agenda.requested.some(overlaps(span)),
    sessions: agenda.sessions.filter(overlaps(span)),
  }
}

type Search = { from: Date; until: Date; minutes: number; gapMinutes: number }

/** Each start from `from` to before `until` at which the coach is free for so many minutes and for the gap around them. */
export function* findFreeTimes(agenda: Agenda, { from, until, minutes, gapMinutes }: Search) {
  if (agenda.isCoachAway) return
  const lastDay = calendarDay(until, agenda.timeZone)
  for (let day = calendarDay(from, agenda.timeZone); day <= lastDay; day = addDays(day, 1))
    for (const hours of listWorkingSpans(agenda, day)) {
      const latest = Math.min(hours.endsAt - toMs(minutes), until.getTime() - 1)
      for (let startsAt = hours.startsAt; startsAt <= latest; startsAt += toMs(stepMinutes)) {
        const span = { startsAt, endsAt: startsAt + toMs(minutes) }
        if (startsAt >= from.getTime() && isOpen(agenda, span, gapMinutes)) yield new Date(startsAt)
      }
    }
}
