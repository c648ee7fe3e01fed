import { sql } from 'kysely'
import type { Certificate, Erasure, listErasures } from '#contract/erasures/erasures.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { notFound } from '../../platform/errors.ts'
import { idIn, type List } from '../../platform/lists/list.ts'
import type { Progress } from './progress.ts'

const erasures = (db: Db, personId: string) =>
  db
    .selectFrom('erasure')
    .leftJoin('client', 'client.id', 'erasure.clientId')
    .leftJoin('user as requester', 'requester.id', 'erasure.requestedBy')
    .leftJoin('user as confirmer', 'confirmer.id', 'erasure.confirmedBy')
    .select([
      ...(['erasure.id', 'erasure.clientId', 'client.name as clientName'] as const),
      ...(['requestedAt', 'requester.name as requestedBy', 'confirmedAt'] as const),
      ...(['confirmer.name as confirmedBy', 'ownConfirmationFrom', 'endedAt', 'problem'] as const),
      sql<Erasure['status']>`erasure.status`.as('status'),
      sql<boolean>`erasure.status = 'waiting' and erasure.client_id is not null
        and (erasure.requested_by is distinct from ${personId} or own_confirmation_from <= now())`.as(
        'mayConfirm',
      ),
    ])

/** `personId`: the administrator who reads the list. */
export const erasureList = (personId: string): List<typeof listErasures> => ({
  table: 'erasure',
  sorts: { time: { by: sql`erasure.requested_at`, value: 'instant' } },
  defaultSort: '-time',
  filters: {},
  rows: (db, ids) => erasures(db, personId).where(idIn('erasure.id', ids)).execute(),
})

export const erasureRow = (db: Db, personId: string, id: string) =>
  erasures(db, personId).where('erasure.id', '=', id).executeTakeFirstOrThrow(notFound('erasure'))

/** Name, roles and family of the person, and how much would be deleted. */
export async function personToErase(db: Db, clientId: string) {
  const person = await db
    .selectFrom('client')
    .leftJoin('user', 'user.id', 'client.userId')
    .leftJoin('coach', 'coach.userId', 'user.id')
    .select(['client.name', 'user.roles'])
    .select(sql<boolean>`coach.id is not null`.as('hasCoachProfile'))
    .where('client.id', '=', clientId)
    .executeTakeFirstOrThrow(notFound('client'))
  const { rows: family } = await sql<{ name: string }>`
    select name from client where guardian_id = ${clientId} order by name, id`.execute(db)
  const { rows: counts } = await sql<{ sessions: number; recordings: number }>`
    select count(*)::integer as sessions, count(recording.id)::integer as recordings
    from session join client on client.id = session.client_id
    left join recording on recording.session_id = session.id
    where client.id = ${clientId} or client.guardian_id = ${clientId}`.execute(db)
  return {
    ...person,
    ...(counts[0] ?? { sessions: 0, recordings: 0 }),
    familyMembers: family.map(({ name }) => name),
  }
}

export const findOpenErasure = (db: Db, clientId: string) =>
  db
    .selectFrom('erasure')
    .select('id')
    .where('clientId', '=', clientId)
    .where('status', 'in', ['waiting', 'running', 'failed'])
    .executeTakeFirst()

type NewErasure = { id: string; clientId: string; personId: string; waitingDays: number }

/** False if there is an open one. */
export async function insertErasure(tx: Db, { id, clientId, personId, waitingDays }: NewErasure) {
  const inserted = await tx
    .insertInto('erasure')
    .values({
      ...{ id, clientId, requestedBy: personId },
      ownConfirmationFrom: sql<string>`now() + ${waitingDays} * interval '1 day'`,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const lockErasure = (tx: Db, id: string) =>
  tx
    .selectFrom('erasure')
    .select(['status', 'clientId', 'requestedBy'])
    .select(sql<boolean>`own_confirmation_from <= now()`.as('isOwnConfirmationAllowed'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound('erasure'))

export async function startErasure(tx: Db, queue: Queue, id: string, personId: string) {
  await tx
    .updateTable('erasure')
    .set({ status: 'running', confirmedBy: personId, confirmedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  await queue.add(tx, 'erase-person', { id })
}

export const setCancelled = (tx: Db, id: string) =>
  tx
    .updateTable('erasure')
    .set({ status: 'cancelled', endedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

export async function restartErasure(tx: Db, queue: Queue, id: string) {
  await tx
    .updateTable('erasure')
    .set({ status: 'running', endedAt: null })
    .where('id', '=', id)
    .execute()
  await queue.add(tx, 'erase-person', { id })
}

export const findRunningErasure = (db: Db, id: string) =>
  db
    .selectFrom('erasure')
    .select(['clientId', sql<Progress | null>`progress`.as('progress')])
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()

export const saveProgress = (tx: Db, id: string, progress: Progress) =>
  tx
    .updateTable('erasure')
    .set({ progress: JSON.stringify(progress) })
    .where('id', '=', id)
    .execute()

/** Who requested and confirmed it, and when. */
export const listSignatures = (db: Db, id: string) =>
  db
    .selectFrom('erasure')
    .leftJoin('user as requester', 'requester.id', 'erasure.requestedBy')
    .leftJoin('user as confirmer', 'confirmer.id', 'erasure.confirmedBy')
    .select(['requestedAt', 'requester.name as requestedBy', 'confirmer.name as confirmedBy'])
    .select(sql<string>`confirmed_at`.as('confirmedAt'))
    .where('erasure.id', '=', id)
    .executeTakeFirstOrThrow()

export const finishErasure = (tx: Db, id: string, certificate: Certificate) =>
  tx
    .updateTable('erasure')
    .set({
      ...{ status: 'done', progress: null, problem: null },
      ...{ certificate: JSON.stringify(certificate), endedAt: certificate.finishedAt },
    })
    .where('id', '=', id)
    .execute()

/** Another attempt follows. */
export const saveProblem = (tx: Db, id: string, problem: string) =>
  tx.updateTable('erasure').set({ problem }).where('id', '=', id).execute()

export const failErasure = (tx: Db, id: string, problem: string) =>
  tx
    .updateTable('erasure')
    .set({ status: 'failed', problem, endedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

export async function readCertificate(db: Db, id: string) {
  const { certificate } = await db
    .selectFrom('erasure')
    .select(sql<Certificate | null>`certificate`.as('certificate'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound('erasure'))
  return certificate
}

type StoredFile = { integrationId: string; storageKey: string }
export const deleteDiscardedRow = (db: Db, { integrationId, storageKey }: StoredFile) =>
  db
    .deleteFrom('discardedFile')
    .where('integrationId', '=', integrationId)
    .where('storageKey', '=', storageKey)
    .execute()

export const hasWebhooks = async (db: Db) =>
  (await db.selectFrom('webhook').select('id').limit(1).executeTakeFirst()) !== undefined
