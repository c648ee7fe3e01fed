import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { RequestStatus } from '#contract/bookings/bookings.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { followerUserId } from '../../../clients/find-follower.ts'
import { formatWhen } from '../../../reminders/format-when.ts'
import { type Asked, defineNotice, planPath, urgentMs } from '../notice-kind.ts'

type Request = {
  clientId: string
  client: string
  coach: string
  startsAt: string
  /** The present time of the session to move; null: a new session. */
  sessionDate: string | null
  status: RequestStatus
  hasOffer: boolean
}

async function listRequests(db: Db, { rowIds }: Asked, where: RawBuilder<SqlBool>) {
  const { rows } = await sql<Request>`
    select it.client_id, coalesce((select first_name from "user" where id = client.user_id), client.first_name) as client,
      "user".first_name as coach, it.starts_at, session.session_date, it.status, it.offered is not null as has_offer
    from session_request as it
    join client on client.id = it.client_id
    join coach on coach.id = it.coach_id
    join "user" on "user".id = coach.user_id
    left join session on session.id = it.session_id
    where it.id = any(${rowIds}::uuid[]) and ${where}
    order by it.starts_at, it.id`.execute(db)
  return rows
}

const formatAt = (at: string, timeZone: string) => {
  const { day, time } = formatWhen(new Date(at), timeZone)
  return `${day} at ${time}`
}

/** To the coach, until it is answered. */
export const sessionRequested = defineNotice<Request>({
  listTrue: (db, asked) =>
    listRequests(db, asked, sql`it.status = 'open' and coach.user_id = ${asked.userId}`),
  one: ({ client, startsAt, sessionDate }, { timeZone }) => {
    const wanted = formatAt(startsAt, timeZone)
    const text = sessionDate
      ? `${client} asks to move the session on ${formatAt(sessionDate, timeZone)} to ${wanted}.`
      : `${client} asks for a session on ${wanted}.`
    return {
      ...{ subject: `${client} asks for a time`, text, bell: text, path: '/app' },
      values: { with: client },
    }
  },
  several: (requests) => {
    const text = `${requests.length} clients ask for a time.`
    return { subject: text.slice(0, -1), text, bell: text, path: '/app' }
  },
  isUrgent: (requests, { now }) =>
    requests.some(({ startsAt, sessionDate }) =>
      [startsAt, sessionDate ?? startsAt].some((at) => Date.parse(at) - now.getTime() < urgentMs),
    ),
})

const describeAnswer = ({ coach, startsAt, status, hasOffer }: Request, { timeZone }: Asked) => {
  const wanted = formatAt(startsAt, timeZone)
  if (status === 'offered') return `${coach} offers other times than ${wanted}. Choose one of them.`
  if (status === 'declined') return `${coach} declined ${wanted}. You can choose another time.`
  return hasOffer
    ? `The times that ${coach} offered are no longer held. You can choose another time.`
    : `${coach} did not answer in time about ${wanted}. You can choose another time.`
}

/** To the client. An accepted request is told as a session that was planned or moved. */
export const sessionRequestAnswered = defineNotice<Request>({
  listTrue: (db, asked) =>
    listRequests(
      db,
      asked,
      sql`it.status in ('offered', 'declined', 'lapsed') and ${followerUserId} = ${asked.userId}`,
    ),
  one: (request, asked) => {
    const text = describeAnswer(request, asked)
    return {
      ...{ subject: 'An answer to your request', text, bell: text },
      path: planPath(request.clientId, true),
      values: { with: request.coach },
    }
  },
  several: (requests, asked) => {
    const subject = `${requests.length} answers to your requests`
    const text = requests.map((it) => describeAnswer(it, asked)).join('\n')
    return { subject, text, bell: `${subject}.`, path: '/app' }
  },
})

/** To administrators, while nobody has answered. */
export const sessionRequestWaits = defineNotice<Request>({
  listTrue: (db, asked) =>
    listRequests(db, asked, sql`it.answered_at is null and it.status in ('open', 'lapsed')`),
  one: ({ clientId, coach }) => {
    const text = `${coach} has not answered a request for two working days.`
    const subject = 'A request without an answer'
    return { subject, text, bell: text, path: planPath(clientId, false), values: { with: coach } }
  },
  several: (requests) => {
    const text = `${requests.length} requests have had no answer for two working days.`
    return { subject: 'Requests without an answer', text, bell: text, path: '/app' }
  },
})
