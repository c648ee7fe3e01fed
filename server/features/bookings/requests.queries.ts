import { sql } from 'kysely'
import { maxRequests } from '#contract/bookings/session-requests.ts'
import { coachesClient, mayChangeClient } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { followerUserId } from '../clients/find-follower.ts'
import { requestColumns } from './bookings.queries.ts'

export type NewRequest = {
  id: string
  clientId: string
  coachId: string
  sessionId: string | null
  sessionDefinitionId: string
  startsAt: string
  durationMinutes: number
  requestedBy: string
  lapsesAt: string
}

/** Times with the gap after each. */
const toHeld = (times: readonly string[], minutes: number) => sql<string>`(
  select range_agg(tstzrange(at, at + make_interval(mins => ${minutes}))) from unnest(${times}::timestamptz[]) as at
)`

export const insertRequest = (tx: Db, request: NewRequest, gapMinutes: number) =>
  tx
    .insertInto('sessionRequest')
    .values({
      ...request,
      held: toHeld([request.startsAt], request.durationMinutes + gapMinutes),
    })
    .execute()

export const findWaiting = (tx: Db, clientId: string) =>
  tx
    .selectFrom('sessionRequest')
    .select(['id', 'sessionId', 'startsAt'])
    .where('clientId', '=', clientId)
    .where('status', 'in', ['open', 'offered'])
    .executeTakeFirst()

const requestWithClient = (db: Db) =>
  db
    .selectFrom('sessionRequest')
    .innerJoin('client', 'client.id', 'sessionRequest.clientId')
    .select(['sessionRequest.clientId', 'sessionRequest.coachId', 'sessionRequest.sessionId'])
    .select(['sessionRequest.sessionDefinitionId', 'sessionRequest.durationMinutes'])

export type FoundRequest = Awaited<ReturnType<typeof findOwnRequest>>

/** Throws not-found unless the user acts for its client. */
export const findOwnRequest = (db: Db, userId: string, id: string) =>
  requestWithClient(db)
    .where('sessionRequest.id', '=', id)
    .where(followerUserId, '=', userId)
    .executeTakeFirstOrThrow(notFound('request'))

/** Throws not-found unless the actor may change the client's plan. */
export const findChangeableRequest = (db: Db, actor: Actor, id: string) =>
  requestWithClient(db)
    .where('sessionRequest.id', '=', id)
    .where((eb) => mayChangeClient(actor)(eb as never))
    .executeTakeFirstOrThrow(notFound('request'))

export const lockRequest = (tx: Db, id: string) =>
  tx
    .selectFrom('sessionRequest')
    .select([...requestColumns])
    .select(followerOfRequest.as('followerUserId'))
    .where('id', '=', id)
    .forUpdate('sessionRequest')
    .executeTakeFirstOrThrow(notFound('request'))

/** Of the row `session_request`. */
const followerOfRequest = sql<string | null>`(
  select ${followerUserId} from client where client.id = session_request.client_id
)`

type Answer = {
  status: 'accepted' | 'declined' | 'withdrawn' | 'offered'
  /** Null: the client. */
  by: string | null
  words?: string | null
}

const answered = ({ status, by, words }: Answer) => ({
  status,
  ...(words !== undefined && { words }),
  ...(by !== null && { answeredBy: by, answeredAt: sql<string>`coalesce(answered_at, now())` }),
})

export const updateAnswer = (tx: Db, id: string, answer: Answer) =>
  tx.updateTable('sessionRequest').set(answered(answer)).where('id', '=', id).execute()

type Offer = Answer & { times: readonly string[]; heldMinutes: number; lapsesAt: string }

export const updateOffer = (
  tx: Db,
  id: string,
  { times, heldMinutes, lapsesAt, ...answer }: Offer,
) =>
  tx
    .updateTable('sessionRequest')
    .set({
      ...answered(answer),
      ...{ offered: sql<string[]>`${times}::timestamptz[]`, held: toHeld(times, heldMinutes) },
      lapsesAt,
    })
    .where('id', '=', id)
    .execute()

/** Open and offered ones whose time is over, of one coach or of all. Returns whom to tell. */
export async function lapse(tx: Db, coachId: string | null) {
  const rows = await tx
    .updateTable('sessionRequest')
    .set({ status: 'lapsed' })
    .where('status', 'in', ['open', 'offered'])
    .where('lapsesAt', '<=', sql<string>`now()`)
    .$if(coachId !== null, (query) => query.where('coachId', '=', coachId ?? ''))
    .returning(['id', followerOfRequest.as('userId')])
    .execute()
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

type Asked = { clientId?: string | undefined; of: 'mine' | 'all' }

/** Those that wait for the coach, then those that wait for the client. */
export const listWaitingRequests = (db: Db, actor: Actor, { clientId, of }: Asked) =>
  db
    .selectFrom('sessionRequest')
    .innerJoin('client', 'client.id', 'sessionRequest.clientId')
    .innerJoin('sessionDefinition', 'sessionDefinition.id', 'sessionRequest.sessionDefinitionId')
    .leftJoin('session', 'session.id', 'sessionRequest.sessionId')
    .select([...requestColumns, 'sessionRequest.clientId', 'client.name as clientName'])
    .select(['session.sessionDate', 'sessionDefinition.name as sessionDefinitionName'])
    .where('sessionRequest.status', 'in', ['open', 'offered'])
    .where('sessionRequest.lapsesAt', '>', sql<string>`now()`)
    .where((eb) =>
      of === 'mine'
        ? coachesClient(actor.userId)(eb as never)
        : mayChangeClient(actor)(eb as never),
    )
    .$if(clientId !== undefined, (query) => query.where('client.id', '=', clientId ?? ''))
    .orderBy('sessionRequest.status', 'desc')
    .orderBy('sessionRequest.lapsesAt')
    .orderBy('sessionRequest.id')
    .limit(maxRequests)
    .execute()

/** Longest-waiting requests that nobody has answered, since before a time. */
export const listUnanswered = (db: Db, before: string) =>
  db
    .selectFrom('sessionRequest')
    .select(['id', 'requestedAt'])
    .where('answeredAt', 'is', null)
    .where('escalatedAt', 'is', null)
    .where('status', 'in', ['open', 'lapsed'])
    .where('requestedAt', '<', before)
    .orderBy('requestedAt')
    .limit(1_000)
    .execute()

/** False if somebody was told already. */
export const markEscalated = async (tx: Db, ids: readonly string[]) => {
  const rows = await tx
    .updateTable('sessionRequest')
    .set({ escalatedAt: sql<string>`now()` })
    .where('id', 'in', ids)
    .where('escalatedAt', 'is', null)
    .where('answeredAt', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
