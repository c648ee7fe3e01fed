import { sql, type RawBuilder } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'
import { announce } from '../../platform/db/notify.ts'
import { topicOf } from '../transcriptions/transcription-rows.ts'
import { readCascade } from './cascade.queries.ts'
import { type KeptAccount, keptPart, releaseAccount } from './kept-account.ts'
import { idsOf, type Progress } from './progress.ts'

/** A file that the erasure removes itself stays with the sweep for the case that it never gets there. */
const sweepDelayHours = 24

/**
 * Deletes every row of the person, and removes references to the person from the rows that remain. Repeatable: what was
 * added meanwhile by work that was still running is removed too.
 */
export async function eraseRows(tx: Db, clientId: string | null, before: Progress) {
  const progress = await collect(tx, clientId, before)
  const { clientIds, userIds } = progress
  const cascade = await readCascade(tx, { client: clientIds, user: userIds })
  const add = (to: Record<string, number>, table: string, count: number) => {
    if (count) to[table] = (to[table] ?? 0) + count
  }
  for (const [table, statement] of relatedRows(progress, cascade.rowsOf('assignment', 'id')))
    add(progress.deletedRows, table, await affected(tx, statement))
  for (const [table, statement] of references(progress))
    add(progress.anonymizedRows, table, await affected(tx, statement))
  for (const account of progress.keptAccounts)
    if (!before.keptAccounts.some(({ userId }) => userId === account.userId))
      await releaseAccount(tx, account)
  // After the others, so that no row is counted twice.
  for (const table of cascade.tables) add(progress.deletedRows, table, await cascade.countOf(table))
  await sql`delete from client where id = any(${clientIds}::uuid[])`.execute(tx)
  await sql`delete from "user" where id = any(${userIds}::uuid[])`.execute(tx)
  // Written by the triggers of what was deleted.
  await sql`delete from plan_change where client_id = any(${clientIds}::uuid[])`.execute(tx)
  await collectDiscardedFiles(tx, progress)
  for (const id of progress.sessionIds) await announce(tx, topicOf(id))
  return progress
}

/** Locks the person's rows; on a repetition nothing is left to lock. */
async function collect(tx: Db, clientId: string | null, before: Progress): Promise<Progress> {
  const { rows: people } = await sql<{ id: string; userId: string | null; name: string }>`
    select id, user_id, name from client
    where id = ${clientId} or guardian_id = ${clientId} order by id`.execute(tx)
  const clientIds = union(
    before.clientIds,
    people.map(({ id }) => id),
  )
  const accounts = await lockAccounts(
    tx,
    people.flatMap(({ userId }) => userId ?? []),
  )
  const userIds = union(
    before.userIds,
    accounts.deleted.map(({ userId }) => userId),
  )
  await sql`select from client where id = any(${clientIds}::uuid[]) order by id for update`.execute(
    tx,
  )
  const { rows: sessions } = await sql<{ id: string }>`
    select id from session where client_id = any(${clientIds}::uuid[]) order by id for update`.execute(
    tx,
  )
  const sessionIds = union(
    before.sessionIds,
    sessions.map(({ id }) => id),
  )
  const { rows: recordings } = await sql<{ id: string }>`
    select id from recording where session_id = any(${sessionIds}::uuid[])
    union select id from upload where session_id = any(${sessionIds}::uuid[])`.execute(tx)
  const { rows: externalCopies } = await sql<Progress['externalCopies'][number]>`
    select transcription.integration_id, external_id, provider
    from transcription join integration on integration.id = transcription.integration_id
    where session_id = any(${sessionIds}::uuid[]) and external_id is not null`.execute(tx)
  const { rows: sentTo } = await sql<Progress['sentTo'][number]>`
    select distinct provider, purpose from egress
    where client_id = any(${clientIds}::uuid[]) order by provider, purpose`.execute(tx)
  return {
    ...structuredClone(before),
    ...{ clientIds, userIds, sessionIds },
    recordingIds: union(
      before.recordingIds,
      recordings.map(({ id }) => id),
    ),
    emails: union(
      before.emails,
      accounts.deleted.flatMap(({ email, otherEmails }) => [email, ...otherEmails]),
    ),
    phones: union(
      before.phones,
      accounts.deleted.flatMap(({ phone }) => phone ?? []),
    ),
    keptAccounts: [...before.keptAccounts, ...accounts.kept],
    names: union(
      before.names,
      people.map(({ name }) => name.trim()).filter((name) => name.includes(' ')),
    ),
    externalCopies: [...before.externalCopies, ...externalCopies],
    sentTo: [...before.sentTo, ...sentTo],
  }
}

/** Locks the accounts. `kept`: of staff, with the roles that they keep. */
async function lockAccounts(tx: Db, ids: readonly string[]) {
  const { rows } = await sql<{
    userId: string
    email: string
    /** Other addresses to which messages went, unless somebody else has them now. */
    otherEmails: string[]
    phone: string | null
    roles: Role[]
    hasCoachProfile: boolean
  }>`
    select id as user_id, email, roles,
      array(select distinct recipient from message
        where "user".id in (user_id, about_user_id) and recipient ~ '@' and not exists (select from "user" as other where other.email = recipient)
        order by recipient) as other_emails,
      (select phone from notification where user_id = "user".id) as phone,
      exists (select from coach where coach.user_id = "user".id) as has_coach_profile
    from "user" where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
  const kept = rows.flatMap(({ userId, email, ...account }): KeptAccount[] => {
    const part = keptPart(account)
    return part ? [{ userId, email, ...part }] : []
  })
  const isKept = ({ userId }: { userId: string }) => kept.some((it) => it.userId === userId)
  return { kept, deleted: rows.filter((it) => !isKept(it)) }
}

const union = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])]

type Statement = readonly [table: string, statement: RawBuilder<unknown>]

/** Rows of others that are about the person alone, without a foreign key. */
function relatedRows(progress: Progress, assignmentIds: RawBuilder<unknown>): Statement[] {
  const { clientIds, sessionIds, emails } = progress
  const ids = idsOf(progress)
  const mentions = sql`~ any(${[...clientIds, ...sessionIds]}::text[])`
  return [
    [
      'reminder',
      sql`delete from reminder
      where row_id = any(${ids}::uuid[]) or row_id in (${assignmentIds})`,
    ],
    // Notifications of coaches contain links to the plan.
    [
      'message',
      sql`delete from message where recipient = any(${emails}::text[])
      or concat_ws(' ', body, short, placeholder_values, calendar) ${mentions}`,
    ],
    ['webhook_delivery', sql`delete from webhook_delivery where data::text ${mentions}`],
    [
      'idempotent_request',
      sql`delete from idempotent_request where created_id = any(${ids}::uuid[])`,
    ],
  ]
}

/** Rows that remain without any reference to the person. */
function references(progress: Progress): Statement[] {
  const { clientIds, userIds, sessionIds } = progress
  const ids = idsOf(progress)
  const users = sql`${userIds}::uuid[]`
  const kept = sql`${progress.keptAccounts.map(({ userId }) => userId)}::uuid[]`
  // What an account that stays did as a client.
  const isOwnAct = sql`(user_id = any(${kept}) and client_id = any(${clientIds}::uuid[]))`
  return [
    [
      'audit_entry',
      sql`update audit_entry set client_id = null, row_id = null, session_id = null,
        session_date = null, details = '{"isErased": true}',
        user_id = case when user_id = any(${users}) or ${isOwnAct} then null else user_id end,
        address = case when user_id = any(${users}) or ${isOwnAct} then null else address end
      where client_id = any(${clientIds}::uuid[]) or user_id = any(${users}) or row_id = any(${ids}::uuid[])
        or session_id = any(${sessionIds}::uuid[])
        or (row_id = any(${kept}) and details::text ~ 'client_user')`,
    ],
    [
      'execution',
      sql`update execution set session_id = null, context_id = null, mentioned_sessions = '{}',
        template_name = template_type, input_data = null, output_data = null, error_message = null
      where session_id = any(${sessionIds}::uuid[]) or context_id = any(${clientIds}::text[])
        or mentioned_sessions && ${sessionIds}::uuid[]`,
    ],
    [
      'egress',
      sql`update egress set session_id = null, session_date = null, client_id = null, consent_id = null,
        error = null
      where client_id = any(${clientIds}::uuid[])`,
    ],
    // The basis of published figures: counts of a person without an id.
    [
      'edition',
      sql`update edition set people = (
        select jsonb_object_agg(
          case when key = any(${clientIds}::text[]) then gen_random_uuid()::text else key end,
          case when key = any(${clientIds}::text[]) and value ->> 'assessment' is not null
            then jsonb_set(value, '{assessment}', to_jsonb(gen_random_uuid())) else value end)
        from jsonb_each(people))
      where people ?| ${clientIds}::text[]`,
    ],
  ]
}

const affected = async (tx: Db, statement: RawBuilder<unknown>) =>
  Number((await statement.execute(tx)).numAffectedRows ?? 0n)

/** Takes over the files of deleted recordings, also those of earlier moves. */
async function collectDiscardedFiles(tx: Db, progress: Progress) {
  const { rows } = await sql<{ integrationId: string; storageKey: string }>`
    update discarded_file set keep_until = now() + ${sweepDelayHours} * interval '1 hour'
    where left(storage_key, 36) = any(${progress.recordingIds}::text[])
    returning integration_id, storage_key`.execute(tx)
  for (const { integrationId, storageKey } of rows)
    if (
      !progress.files.some(
        (it) => it.storageKey === storageKey && it.integrationId === integrationId,
      )
    )
      progress.files.push({ integrationId, storageKey })
}
