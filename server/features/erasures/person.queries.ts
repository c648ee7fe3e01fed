import { sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'
import { type KeptAccount, keptPart } from './kept-account.ts'

/** A person with family members, by everything that leads to what belongs to them. */
export type Person = {
  clientIds: string[]
  userIds: string[]
  sessionIds: string[]
  /** For other times of sessions. */
  requestIds: string[]
  /** Of recordings and uploads: stored files are named after them. */
  recordingIds: string[]
  emails: string[]
  phones: string[]
  /** Full names of at least two words. */
  names: string[]
  /** Accounts of staff, which do not belong to the client. */
  keptAccounts: KeptAccount[]
}

/** Empty without the client. */
export async function findPerson(db: Db, clientId: string | null): Promise<Person> {
  const { rows: people } = await sql<{ id: string; userId: string | null; name: string }>`
    select id, user_id, name from client
    where id = ${clientId} or guardian_id = ${clientId} order by id`.execute(db)
  const clientIds = people.map(({ id }) => id)
  const accounts = await findAccounts(
    db,
    people.flatMap(({ userId }) => userId ?? []),
  )
  const { rows: sessions } = await sql<{ id: string }>`
    select id from session where client_id = any(${clientIds}::uuid[]) order by id`.execute(db)
  const sessionIds = sessions.map(({ id }) => id)
  const { rows: requests } = await sql<{ id: string }>`
    select id from session_request where client_id = any(${clientIds}::uuid[]) order by id`.execute(
    db,
  )
  const { rows: recordings } = await sql<{ id: string }>`
    select id from recording where session_id = any(${sessionIds}::uuid[])
    union select id from upload where session_id = any(${sessionIds}::uuid[])
    union select recording_part.id from recording_part join recording on recording.id = recording_id
      where session_id = any(${sessionIds}::uuid[])`.execute(db)
  return {
    ...{ clientIds, sessionIds },
    requestIds: requests.map(({ id }) => id),
    recordingIds: recordings.map(({ id }) => id),
    userIds: accounts.own.map(({ userId }) => userId),
    emails: accounts.own.flatMap(({ email, otherEmails }) => [email, ...otherEmails]),
    phones: accounts.own.flatMap(({ phone }) => phone ?? []),
    names: people.map(({ name }) => name.trim()).filter((name) => name.includes(' ')),
    keptAccounts: accounts.kept,
  }
}

/** `kept`: of staff, with the roles that they keep. */
async function findAccounts(db: Db, ids: readonly string[]) {
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
    from "user" where id = any(${ids}::uuid[]) order by id`.execute(db)
  const kept = rows.flatMap(({ userId, email, ...account }): KeptAccount[] => {
    const part = keptPart(account)
    return part ? [{ userId, email, ...part }] : []
  })
  const isKept = ({ userId }: { userId: string }) => kept.some((it) => it.userId === userId)
  return { kept, own: rows.filter((it) => !isKept(it)) }
}

/** Ids that an erasure leaves nowhere. */
export const listIds = ({ clientIds, userIds, sessionIds, requestIds, recordingIds }: Person) => [
  ...clientIds,
  ...userIds,
  ...sessionIds,
  ...requestIds,
  ...recordingIds,
]
