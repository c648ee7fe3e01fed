import { isWithinNotice } from '#contract/bookings/booking-rules.ts'
import type { FreeTimes } from '#contract/bookings/bookings.ts'
import { calendarDay, dayMs } from '#contract/rules/calendar.ts'
import type { Db } from '../../platform/db/db.ts'
import { listTimeOff } from '../availability/availability.queries.ts'
import { getHours, listFreeTimes } from '../availability/free-times.ts'
import type { Installation } from '../settings/installation/installation.ts'

const hourMs = 3_600_000

type Wanted = {
  installation: Installation
  clientId: string
  coachId: string
  minutes: number
  /** The session to move. */
  except?: string | undefined
  /** The request that is being answered. */
  exceptRequest?: string | undefined
}

const latestFrom = (now: Date, { bookingWeeks }: Installation) =>
  new Date(now.getTime() + bookingWeeks * 7 * dayMs)

type Days = { from: string; until: string; noticeHours: number }

/** Free times of some days. */
export async function searchTimes(
  db: Db,
  wanted: Wanted,
  { from, until, noticeHours }: Days,
): Promise<FreeTimes> {
  const { installation, coachId } = wanted
  const now = new Date()
  const earliest = new Date(now.getTime() + noticeHours * hourMs)
  const latest = latestFrom(now, installation)
  const { timeZone, status } = await getHours(db, installation, coachId)
  const [free, timeOff] = await Promise.all([
    listFreeTimes(db, {
      ...wanted,
      ...{ from: earliest, until: latest, gapMinutes: installation.sessionGapMinutes },
    }),
    listTimeOff(db, coachId, calendarDay(new Date(from), timeZone)),
  ])
  const times = free.map((at) => at.toISOString())
  const lastDay = calendarDay(new Date(until), timeZone)
  return {
    times: times.filter((at) => at >= from && at < until),
    next: times.find((at) => at >= until) ?? null,
    ...{ earliest: earliest.toISOString(), latest: latest.toISOString(), timeZone },
    isCoachAway: status !== 'active',
    timeOff: timeOff.findLast(({ firstDay }) => firstDay <= lastDay) ?? null,
  }
}

/** Whether a client may choose this time. */
export async function isFreeTime(db: Db, wanted: Wanted, startsAt: string) {
  const { installation } = wanted
  const [at, now] = [new Date(startsAt), new Date()]
  if (isWithinNotice(startsAt, installation.bookingNoticeHours, now)) return false
  if (at >= latestFrom(now, installation)) return false
  const found = await listFreeTimes(db, {
    ...wanted,
    ...{ from: at, until: new Date(at.getTime() + 1) },
    gapMinutes: installation.sessionGapMinutes,
  })
  return found.length > 0
}
