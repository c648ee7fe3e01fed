import { sql } from 'kysely'
import { coachUserId, followerUserId } from '../../../clients/find-follower.ts'
import { recordReminded } from '../../reminded.queries.ts'
import { formatWhen } from '../../../reminders/format-when.ts'
import { count, defineNotice, definePlainNotice, planPath, sharedPath } from '../notice-kind.ts'

type Waiting = { clientId: string }

/** Of a client who has registered. */
export const welcome = definePlainNotice<Waiting>({
  listTrue: async (db, { userId, rowIds }) => {
    const { rows } = await sql<Waiting>`
      select id as client_id from client
      where id = any(${rowIds}::uuid[]) and user_id = ${userId} and coach_id is null`.execute(db)
    return rows
  },
  word: () => {
    const text = "You'll be told who your coach is, and then when your first session is."
    return { subject: 'Welcome', text: `Welcome. ${text}`, bell: `Welcome. ${text}`, path: '/app' }
  },
})

type Assigned = { clientId: string; coach: string; wasWithout: boolean }

/** Of clients: told only if the coach is another than when it began. */
export const coachAssigned = definePlainNotice<Assigned>({
  listTrue: async (db, { userId, rowIds, since }) => {
    const { rows } = await sql<Assigned>`
      select client.id as client_id, "user".first_name as coach, earlier.coach_id is null as was_without
      from client
      join coach on coach.id = client.coach_id
      join "user" on "user".id = coach.user_id
      left join lateral (
        select coach_id from client_coach
        where client_id = client.id and since < ${since.toISOString()}::timestamptz
          and coalesce(until, 'infinity') >= ${since.toISOString()}::timestamptz
        order by since desc limit 1
      ) as earlier on true
      where client.id = any(${rowIds}::uuid[]) and ${followerUserId} = ${userId}
        and earlier.coach_id is distinct from client.coach_id`.execute(db)
    return rows
  },
  word: (clients) => {
    const [{ coach, wasWithout }] = clients
    const text = `${coach} is ${wasWithout ? 'your coach' : 'your new coach'}. You'll be told when a session is planned or moved.`
    return { subject: `${coach} is your coach`, text, bell: text, path: sharedPath(clients, true) }
  },
})

type Shared = { id: string; clientId: string; version: number; sharedBy: string; at: string }

/** Told once of each version. */
export const sharedConversation = defineNotice<Shared>({
  listTrue: async (db, { userId, rowIds }) => {
    const { rows } = await sql<Shared>`
      select session.id, client.id as client_id, session.version, session.session_date as at,
        coalesce((select first_name from "user" where id = conversation_share.shared_by), 'Your coach') as shared_by
      from conversation_share
      join session on session.id = conversation_share.session_id
      join client on client.id = session.client_id
      where session.id = any(${rowIds}::uuid[]) and ${followerUserId} = ${userId}
        and not exists (
          select from reminder
          where about = 'conversation' and row_id = session.id and user_id = ${userId} and version = session.version)
      order by conversation_share.shared_at, session.id`.execute(db)
    return rows
  },
  one: ({ sharedBy, clientId, at }, { timeZone }) => ({
    subject: `${sharedBy} shared something with you`,
    text: `${sharedBy} shared something with you. Sign in to read it.`,
    bell: `${sharedBy} shared the conversation of ${formatWhen(new Date(at), timeZone).day} with you.`,
    path: planPath(clientId, true),
    values: { sharedBy },
  }),
  several: (shared) => ({
    subject: 'Something was shared with you',
    text: `${shared.length} texts were shared with you. Sign in to read them.`,
    bell: `${shared.length} conversations were shared with you.`,
    path: sharedPath(shared, true),
    values: { sharedBy: shared[0]?.sharedBy ?? 'Your coach' },
  }),
  record: async (tx, { userId, now }, shared) => {
    for (const { id: rowId, version } of shared)
      await recordReminded(tx, {
        ...{ about: 'conversation', rowId, userId, version, step: 'ahead' },
        at: now.toISOString(),
      })
  },
})

type Recorded = { recordedBy: string }

/** Of clients. */
export const consentRecorded = definePlainNotice<Recorded>({
  listTrue: async (db, { userId, rowIds, since }) => {
    const { rows } = await sql<Recorded>`
      select coalesce((select first_name from "user" where id = latest.recorded_by), 'Your coach') as recorded_by
      from (
        select distinct on (client_id, purpose) consent.*
        from consent join client on client.id = consent.client_id
        where client.id = any(${rowIds}::uuid[]) and client.user_id = ${userId}
        order by client_id, purpose, decided_at desc
      ) as latest
      where is_said_in_session and decided_at >= ${since.toISOString()}::timestamptz
      order by decided_at desc limit 1`.execute(db)
    return rows
  },
  word: ([{ recordedBy }]) => {
    const text = `${recordedBy} recorded a choice that you made in a session. You can see it and undo it.`
    const subject = `${recordedBy} recorded a choice of yours`
    return { subject, text, bell: text, path: '/app/privacy', values: { recordedBy } }
  },
})

type Ended = { clientId: string; name: string; isOwn: boolean }

/** Of clients, for them and their coaches. */
export const coachingEnded = definePlainNotice<Ended>({
  listTrue: async (db, { userId, rowIds }) => {
    const { rows } = await sql<Ended>`
      select client.id as client_id, client.name, coalesce(${followerUserId} = ${userId}, false) as is_own
      from client
      where client.id = any(${rowIds}::uuid[]) and client.coaching_ended_at is not null
        and ${userId} in (${followerUserId}, ${coachUserId})
      order by client.id`.execute(db)
    return rows
  },
  word: (ended) => {
    const [{ name, isOwn }] = ended
    const path = sharedPath(ended, isOwn)
    if (isOwn)
      return {
        ...{ subject: 'Your sessions have ended', path: '/app/privacy' },
        text: 'Your sessions have ended. You can still sign in and read your plan.',
        bell: 'Your coaching has ended. You can still read your plan.',
      }
    const text = count(ended, 'A plan was closed', 'plans were closed')
    const bell =
      ended.length === 1
        ? `The coaching of ${name} has ended.`
        : `${ended.length} coachings have ended.`
    return { subject: text, text: `${text}.`, bell, path }
  },
})

type Archive = { clientId: string; by: string; isOwn: boolean; isRequested: boolean }

/** For who requested an archive of a person, and for the person. */
export const archiveReady = definePlainNotice<Archive>({
  listTrue: async (db, { userId, rowIds }) => {
    const { rows } = await sql<Archive>`
      select client.id as client_id, coalesce(${followerUserId} = ${userId}, false) as is_own,
        person_export.requested_by = ${userId} as is_requested,
        (select first_name from "user" where id = person_export.requested_by) as by
      from person_export join client on client.id = person_export.client_id
      where person_export.id = any(${rowIds}::uuid[]) and person_export.status = 'done'
        and ${userId} in (person_export.requested_by, ${followerUserId})
      order by person_export.created_at desc`.execute(db)
    return rows
  },
  word: ([{ clientId, by, isOwn, isRequested }]) => {
    const path = isOwn ? '/app/privacy' : planPath(clientId, false)
    const subject = isRequested ? 'Your archive is ready' : 'An archive of your data was made'
    const text = isRequested
      ? 'The archive that you asked for is ready. Sign in to download it.'
      : `${by} made an archive of your data. You can see who opened your data after signing in.`
    return { subject, text, bell: text, path }
  },
})
