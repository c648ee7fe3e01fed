import { sql } from 'kysely'
import { admins } from '#contract/roles.ts'
import { findFailedBackup } from '../../../backups/backups.queries.ts'
import { count, definePlainNotice } from '../notice-kind.ts'

type Named = { name: string }

export const clientWithoutCoach = definePlainNotice<Named>({
  listTrue: async (db, { rowIds }) => {
    const { rows } = await sql<Named>`
      select client.name from client join "user" on "user".id = client.user_id
      where client.id = any(${rowIds}::uuid[]) and client.coach_id is null and client.coaching_ended_at is null
        and "user".deactivated_at is null
      order by client.id`.execute(db)
    return rows
  },
  word: (clients) => {
    const [{ name }] = clients
    const text = `${count(clients, 'A new client has', 'new clients have')} no coach yet`
    return {
      ...{ subject: text, text: `${text}.`, path: '/app/clients' },
      bell: clients.length === 1 ? `${name} is a new client without a coach.` : `${text}.`,
    }
  },
})

type Away = { id: string; name: string; sessions: number }

export const coachOnLeave = definePlainNotice<Away>({
  listTrue: async (db, { rowIds }) => {
    const { rows } = await sql<Away>`
      select coach.id, coach.name, count(*)::integer as sessions
      from coach
      join client on client.coach_id = coach.id
      join session on session.client_id = client.id
      where coach.id = any(${rowIds}::uuid[]) and coach.status <> 'active'
        and session.session_date > now() and session.archived_at is null and session.completed_at is null
      group by coach.id order by coach.name`.execute(db)
    return rows
  },
  word: (coaches) => {
    const [{ id, name, sessions }] = coaches
    const text = `${count(coaches, 'A coach is', 'coaches are')} away with sessions ahead`
    return {
      ...{ subject: text, text: `${text}.` },
      bell:
        coaches.length === 1
          ? `${name} is away with ${sessions === 1 ? 'a session' : `${sessions} sessions`} ahead.`
          : `${text}.`,
      path: coaches.length === 1 ? `/app/coaches/${id}` : '/app/coaches',
    }
  },
})

type Rotated = { id: string; name: string; isOwn: boolean }

export const onboardingLinkRotated = definePlainNotice<Rotated>({
  listTrue: async (db, { userId, rowIds }) => {
    const { rows } = await sql<Rotated>`
      select organization.id, organization.name, not "user".roles && ${[...admins]}::text[] as "isOwn"
      from organization cross join "user"
      where organization.id = any(${rowIds}::uuid[]) and "user".id = ${userId}
        and ("user".roles && ${[...admins]}::text[] or "user".organization_id = organization.id)
      order by organization.name`.execute(db)
    return rows
  },
  word: (rotated) => {
    const [{ id, name, isOwn }] = rotated
    const whose = isOwn
      ? 'Your organization has'
      : count(rotated, 'An organization has', 'organizations have')
    const subject = `${whose} a new onboarding link`
    return {
      subject,
      text: `${subject}. The old one no longer works.`,
      bell: rotated.length === 1 ? `${name} has a new onboarding link.` : `${subject}.`,
      path: isOwn
        ? '/app'
        : rotated.length === 1
          ? `/app/organizations/${id}`
          : '/app/organizations',
    }
  },
})

export const backupMissing = definePlainNotice({
  listTrue: async (db) => {
    const { rows } = await sql`
      select where not exists (select from backup where finished_at > now() - interval '2 days')`.execute(
      db,
    )
    return rows
  },
  word: () => {
    const text = 'No backup was made for two days.'
    return { subject: 'No backup for two days', text, bell: text, path: '/app/settings' }
  },
})

export const backupFailed = definePlainNotice({
  listTrue: async (db) => {
    const failed = await findFailedBackup(db)
    return failed ? [failed] : []
  },
  word: () => {
    const text = 'The last backup failed.'
    return { subject: 'A backup failed', text, bell: text, path: '/app/settings' }
  },
})

export const storageFull = definePlainNotice({
  listTrue: async () => [{}],
  word: () => {
    const text = 'Less than a tenth of the storage is free. Uploads stop when it is full.'
    return { subject: 'The storage is nearly full', text, bell: text, path: '/app' }
  },
})

type Failed = { messages: number }

export const messagesFailing = definePlainNotice<Failed>({
  listTrue: async (db) => {
    const { rows } = await sql<Failed>`
      select count(*)::integer as messages from message
      where status = 'failed' and created_at > now() - interval '7 days' having count(*) > 0`.execute(
      db,
    )
    return rows
  },
  word: ([{ messages }]) => {
    const text =
      messages === 1 ? 'A message could not be sent.' : `${messages} messages could not be sent.`
    return { subject: text, text, bell: text, path: '/app/messages?status=failed' }
  },
})
