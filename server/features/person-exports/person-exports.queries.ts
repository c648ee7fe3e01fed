import { sql } from 'kysely'
import { exportHours, type PersonExport } from '#contract/person-exports/person-exports.ts'
import { isAdmin } from '#contract/roles.ts'
import { mayReadClient } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { wasUpdated } from '../../platform/db/row-version.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'

/** Throws not-found for a person whose data the actor may not export: clients only their own and their family's. */
export const requireExportable = (db: Db, { userId, roles }: Actor, clientId: string) =>
  db
    .selectFrom('client')
    .select(['client.id', 'client.userId'])
    .where('client.id', '=', clientId)
    // A coach may read clients, but not take everything about them away.
    .where(mayReadClient({ userId, roles: roles.filter((role) => role !== 'coach_user') }))
    .executeTakeFirstOrThrow(notFound('client'))

/** Administrators, but not about themselves or their family: a client never gets notes. */
export async function mayExportNotes(db: Db, actor: Actor, clientId: string) {
  if (!isAdmin(actor)) return false
  const own = await db
    .selectFrom('client')
    .select('client.id')
    .where('client.id', '=', clientId)
    .where(mayReadClient({ userId: actor.userId, roles: ['client_user'] }))
    .executeTakeFirst()
  return own === undefined
}

const exports = (db: Db) =>
  db
    .selectFrom('personExport')
    .select([
      ...(['id', 'sizeBytes', 'progress', 'createdAt', 'expiresAt'] as const),
      sql<PersonExport['status']>`status`.as('status'),
      'hasPassword',
      'includesNotes',
    ])

export const latestExport = (db: Db, clientId: string, personId: string) =>
  exports(db)
    .where('clientId', '=', clientId)
    .where('requestedBy', '=', personId)
    .executeTakeFirst()

const expiry = sql<string>`now() + ${exportHours} * interval '1 hour'`

type NewExport = {
  id: string
  clientId: string
  personId: string
  password: string | null
  includesNotes: boolean
}

/** Replaces an earlier one. False while one is being built for the person. */
export async function insertExport(
  tx: Db,
  { id, clientId, personId, password, includesNotes }: NewExport,
) {
  await tx
    .deleteFrom('personExport')
    .where('clientId', '=', clientId)
    .where('requestedBy', '=', personId)
    .where('status', '<>', 'waiting')
    .execute()
  const inserted = await tx
    .insertInto('personExport')
    .values({
      ...{ id, clientId, requestedBy: personId, password, hasPassword: password !== null },
      includesNotes,
      expiresAt: expiry,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Throws not-found for anybody else's, and after the link has ended. */
export const exportToDownload = (db: Db, personId: string, id: string) =>
  db
    .selectFrom('personExport')
    .select(['id', 'clientId'])
    .where('id', '=', id)
    .where('requestedBy', '=', personId)
    .where('status', '=', 'done')
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow(notFound('export'))

/** Throws not-found for anybody else's. */
export const deleteExport = (db: Db, personId: string, id: string) =>
  db
    .deleteFrom('personExport')
    .where('id', '=', id)
    .where('requestedBy', '=', personId)
    .returning('id')
    .executeTakeFirstOrThrow(notFound('export'))

export const findWaitingExport = (db: Db, id: string) =>
  db
    .selectFrom('personExport')
    .innerJoin('client', 'client.id', 'personExport.clientId')
    .leftJoin('client as guardian', 'guardian.id', 'client.guardianId')
    .select(['clientId', 'password', 'includesNotes', 'requestedBy'])
    .select(
      sql<boolean>`coalesce(requested_by in (client.user_id, guardian.user_id), false)`.as('isOwn'),
    )
    .where('personExport.id', '=', id)
    .where('personExport.status', '=', 'waiting')
    .executeTakeFirst()

export const saveExportProgress = (db: Db, id: string, progress: number) =>
  db
    .updateTable('personExport')
    .set({ progress })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()

type Result = { status: 'done' | 'failed'; sizeBytes: number | null }

/** The password is no longer needed. False if it was deleted. */
export const finishExport = (tx: Db, id: string, { status, sizeBytes }: Result) =>
  wasUpdated(
    tx
      .updateTable('personExport')
      .set({ status, sizeBytes, password: null, expiresAt: expiry })
      .where('id', '=', id),
  )

/** Deletes ended exports; answers the ids of the others. */
export async function deleteEndedExports(db: Db) {
  await db
    .deleteFrom('personExport')
    .where('status', '<>', 'waiting')
    .where('expiresAt', '<=', sql<string>`now()`)
    .execute()
  const rows = await db.selectFrom('personExport').select('id').execute()
  return new Set(rows.map(({ id }) => id))
}
