import { sql } from 'kysely'
import { addDays, calendarDay, startOfDay, timeOfDay } from '#contract/rules/calendar.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { formatWhen } from '../../../reminders/format-when.ts'
import {
  fromParticipants,
  isPlanned,
  type Participation,
  participation,
} from '../../../sessions/participants.ts'
import { type Asked, defineNotice, planPath } from '../notice-kind.ts'

type Until = { ids?: readonly string[]; until?: Date; untoldHours?: number }

/**
 * Planned sessions of a user from now on; within `untoldHours`, except those that were planned or moved so late that this is told
 * instead.
 */
async function listAhead(db: Db, { userId, now }: Asked, { ids, until, untoldHours }: Until) {
  const lead = sql`make_interval(hours => ${untoldHours ?? null}::integer)`
  const { rows } = await sql<Participation>`
    select ${participation} ${fromParticipants}
    where person.user_id = ${userId} and ${isPlanned} and session.session_date > ${now.toISOString()}
      and session.session_date < ${until?.toISOString() ?? 'infinity'}::timestamptz
      and (${untoldHours ?? null}::integer is null or (
        session.session_date <= ${now.toISOString()}::timestamptz + ${lead}
        and session.schedule_changed_at < session.session_date - ${lead}))
      and (${ids ?? null}::uuid[] is null or session.id = any(${ids ?? null}::uuid[]))
    order by session.session_date, session.id`.execute(db)
  return rows
}

const reminder = ({ hours, isUrgent }: { hours: number; isUrgent: boolean }) =>
  defineNotice<Participation>({
    listTrue: (db, asked) => listAhead(db, asked, { ids: asked.rowIds, untoldHours: hours }),
    one: (session, { timeZone }) => {
      const { sessionDate, clientId, isCoach } = session
      const { day, time } = formatWhen(new Date(sessionDate), timeZone)
      const name = session.with ?? 'your coach'
      const text = `Your session with ${name} is on ${day} at ${time}.`
      return {
        ...{ subject: `Your session on ${day}`, text, bell: text },
        path: planPath(clientId, !isCoach),
        values: { with: name, day, time },
        meeting: session,
      }
    },
    several: (sessions, { timeZone }) => {
      const text = sessions.map(({ sessionDate, ...it }) => {
        const { day, time } = formatWhen(new Date(sessionDate), timeZone)
        return `${day} at ${time}, with ${it.with ?? 'your coach'}`
      })
      const subject = `You have ${sessions.length} sessions ahead`
      return {
        subject,
        bell: `${subject}.`,
        text: [`${subject}:`, ...text].join('\n'),
        path: '/app',
      }
    },
    isUrgent: () => isUrgent,
  })

export const sessionReminder = reminder({ hours: 24, isUrgent: false })
export const sessionSoon = reminder({ hours: 1, isUrgent: true })

const listTimes = (sessions: readonly Participation[], { timeZone }: Asked) => {
  const times = sessions.map(({ sessionDate, ...it }) =>
    [timeOfDay(new Date(sessionDate), timeZone), it.with].filter(Boolean).join(' '),
  )
  const subject =
    sessions.length === 1 ? 'Your session today' : `Your ${sessions.length} sessions today`
  const text = `${subject}: ${times.join(', ')}.`
  return { subject, text, bell: text, path: '/app' }
}

/** The coach's list in the morning. */
export const sessionsToday = defineNotice<Participation>({
  listTrue: async (db, asked) => {
    const tomorrow = addDays(calendarDay(asked.now, asked.timeZone), 1)
    const ahead = await listAhead(db, asked, { until: startOfDay(tomorrow, asked.timeZone) })
    return ahead.filter(({ isCoach }) => isCoach)
  },
  one: (session, asked) => listTimes([session], asked),
  several: listTimes,
  isUrgent: () => true,
})
