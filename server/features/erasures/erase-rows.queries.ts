import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { announce } from '../../platform/db/notify.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { cancelBriefs } from '../briefs/briefs.queries.ts'
import { cancelAnalysis } from '../sessions/analysis-queue.queries.ts'
import { getTopic } from '../transcriptions/transcription-rows.ts'
import { cancelTranscriptions } from '../transcriptions/transcriptions.queries.ts'
import { readCascade } from './cascade.queries.ts'
import { releaseAccount } from './kept-account.ts'
import { findPerson, listIds, type Person } from './person.queries.ts'
import { listRelated } from './personal-data.ts'
import type { Progress } from './progress.ts'

/** A file that the erasure removes itself stays with the sweep for the case that it never gets there. */
const sweepDelayHours = 24

/**
 * Deletes every row of the person, and removes references to the person from the rows that remain. Repeatable: what was
 * added meanwhile by work that was still running is removed too.
 */
export async function eraseRows(tx: Db, queue: Queue, clientId: string | null, before: Progress) {
  const progress = await collect(tx, clientId, before)
  await cancelAnalysis(tx, queue, progress.sessionIds)
  await cancelBriefs(tx, queue, progress.sessionIds)
  await cancelTranscriptions(tx, queue, progress.sessionIds)
  const { clientIds, userIds } = progress
  const cascade = await readCascade(tx, { client: clientIds, user: userIds })
  const add = (to: Record<string, number>, table: string, count: number) => {
    if (count) to[table] = (to[table] ?? 0) + count
  }
  for (const { table, where, remains } of listRelated(progress)) {
    const erase = remains
      ? sql`update ${sql.table(table)} set ${remains} where ${where}`
      : sql`delete from ${sql.table(table)} where ${where}`
    add(remains ? progress.anonymizedRows : progress.deletedRows, table, await affected(tx, erase))
  }
  for (const account of progress.keptAccounts)
    if (!before.keptAccounts.some(({ userId }) => userId === account.userId))
      await releaseAccount(tx, account)
  // After the others, so that no row is counted twice.
  for (const table of cascade.tables) add(progress.deletedRows, table, await cascade.countOf(table))
  await sql`delete from client where id = any(${clientIds}::uuid[])`.execute(tx)
  await sql`delete from "user" where id = any(${userIds}::uuid[])`.execute(tx)
  // Written by the triggers of what was deleted.
  await sql`delete from plan_change where client_id = any(${clientIds}::uuid[])`.execute(tx)
  // Queued or ended within the hour; one that runs finds nothing, and is deleted with the next attempt.
  await sql`delete from pgboss.job
    where state <> 'active' and data -> 'payload' ->> 'id' = any(${listIds(progress)})`.execute(tx)
  await collectDiscardedFiles(tx, progress)
  for (const id of progress.sessionIds) await announce(tx, getTopic(id))
  return progress
}

/** Locks the person's rows; on a repetition nothing is left to lock. */
async function collect(tx: Db, clientId: string | null, before: Progress): Promise<Progress> {
  const isPerson = sql`client.id = ${clientId} or guardian_id = ${clientId}`
  await sql`select from "user" where id in (select user_id from client where ${isPerson})
    order by id for update`.execute(tx)
  await sql`select from client where ${isPerson} order by id for update`.execute(tx)
  await sql`select from session where client_id in (select id from client where ${isPerson})
    order by id for update`.execute(tx)
  const found = await findPerson(tx, clientId)
  const union = <K extends keyof Person>(key: K) => [...new Set([...before[key], ...found[key]])]
  const [clientIds, sessionIds] = [union('clientIds'), union('sessionIds')]
  const { rows: externalCopies } = await sql<Progress['externalCopies'][number]>`
    select transcription.integration_id, external_id, provider
    from transcription join integration on integration.id = transcription.integration_id
    where session_id = any(${sessionIds}::uuid[]) and external_id is not null`.execute(tx)
  const { rows: sentTo } = await sql<Progress['sentTo'][number]>`
    select distinct provider, purpose from egress
    where client_id = any(${clientIds}::uuid[]) order by provider, purpose`.execute(tx)
  return {
    ...structuredClone(before),
    ...{ clientIds, sessionIds, userIds: union('userIds'), recordingIds: union('recordingIds') },
    ...{ emails: union('emails'), phones: union('phones'), names: union('names') },
    keptAccounts: [...before.keptAccounts, ...found.keptAccounts],
    externalCopies: [...before.externalCopies, ...externalCopies],
    sentTo: [...before.sentTo, ...sentTo],
  }
}

const affected = async (tx: Db, statement: RawBuilder<unknown>) =>
  Number((await statement.execute(tx)).numAffectedRows ?? 0n)

/** Takes over the files of deleted recordings, also those of earlier moves. */
async function collectDiscardedFiles(tx: Db, progress: Progress) {
  const { rows } = await sql<{ integrationId: string; storageKey: string }>`
    update discarded_file set keep_until = now() + ${sweepDelayHours} * interval '1 hour'
    where left(storage_key, 36) = any(${progress.recordingIds}::text[])
    returning integration_id, storage_key`.execute(tx)
  for (const { integrationId, storageKey } of rows) {
    const known = progress.files.find(
      (it) => it.storageKey === storageKey && it.integrationId === integrationId,
    )
    // Discarded by work that ended after an earlier attempt had found and removed it.
    if (known) known.isRemoved = false
    else progress.files.push({ integrationId, storageKey })
  }
}
