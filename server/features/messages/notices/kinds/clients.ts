import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { coachUserId } from '../../../clients/find-follower.ts'
import { type Asked, count, definePlainNotice, sharedPath } from '../notice-kind.ts'
import type { Db } from '../../../../platform/db/db.ts'

type Client = { id: string; clientId: string; name: string }

async function listClients(db: Db, { userId, rowIds }: Asked, condition: RawBuilder<SqlBool>) {
  const { rows } = await sql<Client>`
    select client.id, client.id as client_id, client.name from client
    where client.id = any(${rowIds}::uuid[]) and ${coachUserId} = ${userId} and ${condition}
    order by client.name, client.id`.execute(db)
  return rows
}

export const newClient = definePlainNotice<Client>({
  listTrue: (db, asked) =>
    listClients(
      db,
      asked,
      sql`not exists (
        select from client_coach
        where client_id = client.id and client_coach.coach_id = client.coach_id
          and since < ${asked.since.toISOString()}::timestamptz
          and coalesce(until, 'infinity') >= ${asked.since.toISOString()}::timestamptz
      )`,
    ),
  word: (clients) => {
    const [{ name }] = clients
    const text = `You have ${count(clients, 'a new client', 'new clients')}`
    return {
      ...{ subject: text, text: `${text}.`, path: sharedPath(clients, false) },
      bell: clients.length === 1 ? `${name} is your client now.` : `${text}.`,
    }
  },
})

/** Of clients who decided differently from before. */
export const consentChanged = definePlainNotice<Client>({
  listTrue: (db, asked) =>
    listClients(
      db,
      asked,
      sql`exists (
        select from (
          select distinct on (purpose) purpose, is_given, is_said_in_session from consent
          where client_id = client.id order by purpose, decided_at desc
        ) as latest
        left join (
          select distinct on (purpose) purpose, is_given from consent
          where client_id = client.id and decided_at < ${asked.since.toISOString()}::timestamptz
          order by purpose, decided_at desc
        ) as earlier on earlier.purpose = latest.purpose
        where not latest.is_said_in_session and latest.is_given is distinct from earlier.is_given
      )`,
    ),
  word: (clients) => {
    const [{ name }] = clients
    const text = `${count(clients, 'A client has', 'clients have')} changed a choice`
    return {
      ...{ subject: text, text: `${text}. It may change what you can do.` },
      bell:
        clients.length === 1
          ? `${name} changed what they consent to.`
          : `${clients.length} clients changed what they consent to.`,
      path: sharedPath(clients, false),
    }
  },
})

/** About sessions, in the notification list alone. */
const ofSessions = (condition: RawBuilder<SqlBool>, one: string, several: string) =>
  definePlainNotice<Client>({
    listTrue: async (db, { userId, rowIds }) => {
      const { rows } = await sql<Client>`
        select session.id, client.id as client_id, client.name
        from session join client on client.id = session.client_id
        where session.id = any(${rowIds}::uuid[]) and ${coachUserId} = ${userId} and ${condition}
        order by session.session_date desc, session.id`.execute(db)
      return rows
    },
    word: (sessions) => {
      const [{ id, name }] = sessions
      const isOne = sessions.length === 1
      const text = isOne ? `${name}: ${one}.` : `${sessions.length} ${several}.`
      const path = sharedPath(sessions, false)
      return { subject: text, text, bell: text, path: isOne ? `${path}?session=${id}` : path }
    },
  })

export const recordingFailed = ofSessions(
  sql`(exists (select from upload where upload.session_id = session.id and upload.status = 'failed')
    or 'failed' = (
      select status from transcription where transcription.session_id = session.id order by created_at desc limit 1))`,
  'the recording of a session failed',
  'recordings failed',
)
export const transcriptReady = ofSessions(
  sql`(session.transcribed_text_raw is not null and session.transcribed_text_scripted is null)`,
  'a transcript is ready',
  'transcripts are ready',
)
export const valuesToReview = ofSessions(
  sql`exists (
    select from analysis_value where analysis_value.session_id = session.id and analysis_value.decision is null)`,
  'values of a session wait for your review',
  'sessions have values to review',
)
export const feedbackGiven = ofSessions(
  sql`exists (
    select from feedback
    where feedback.session_id = session.id and feedback.rating is not null and feedback.coach_id = client.coach_id)`,
  'feedback on a session',
  'sessions have feedback',
)
