import { type SqlBool, sql } from 'kysely'
import { canJoin, joinAddressError } from '#contract/rules/join-address.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { durationMinutes, joinAddress, sessionPlace } from './session-rows.ts'

type Hosts = Pick<Deps['installation'], 'joinHosts'>

/** Throws invalid for a room that is not on an allowed host. */
export function requireAllowedRoom(address: string | null | undefined, { joinHosts }: Hosts) {
  const error = address ? joinAddressError(address, joinHosts) : undefined
  if (error) throw new AppError('invalid', error, { joinAddress: error })
}

/** The client, the guardian of a family member, and the coach; no administrators. */
const takesPart = (userId: string) => sql<SqlBool>`(
  client.user_id = ${userId}
  or exists (select from coach where coach.id = client.coach_id and coach.user_id = ${userId})
  or exists (select from client as guardian where guardian.id = client.guardian_id and guardian.user_id = ${userId})
)`

/** The room, if it is time to join. Throws not-found for everybody who does not take part. */
export async function findRoom(
  { db, installation }: { db: Db; installation: Hosts },
  { userId }: Pick<Actor, 'userId'>,
  id: string,
  now = Date.now(),
) {
  const { address, ...session } = await db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .innerJoin('sessionDefinition', 'sessionDefinition.id', 'session.sessionDefinitionId')
    .select('session.sessionDate')
    .select([
      durationMinutes.as('durationMinutes'),
      sql<boolean>`session.archived_at is not null`.as('isCancelled'),
      joinAddress.as('address'),
      sessionPlace.as('place'),
    ])
    .where('session.id', '=', id)
    .where(takesPart(userId))
    .executeTakeFirstOrThrow(notFound('session'))
  // The list of hosts may have become shorter since it was saved.
  const isJoinable =
    address !== null && joinAddressError(address, installation.joinHosts) === undefined
  const isTime = !session.isCancelled && canJoin(session, now)
  return { ...session, isJoinable, address: isJoinable && isTime ? address : null }
}
