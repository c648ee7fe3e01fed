import { expressionBuilder, sql, type SqlBool } from 'kysely'
import { type listMyNotes, maxNoteVersions, versionMinutes } from '#contract/notes/notes.ts'
import { coachesClient } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import type { DB } from '../../platform/db/schema.ts'
import { notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { idIn, type List } from '../../platform/lists/list.ts'

/** Without a session the note is about the client. */
export type Subject = { clientId: string; sessionId?: string | undefined }
type OwnNote = Subject & { userId: string }

/** Throws not-found unless the user is the client's coach: other roles give no access to notes. */
export async function requireSubject(db: Db, { userId, clientId, sessionId }: OwnNote) {
  await db
    .selectFrom('client')
    .select('client.id')
    .where('client.id', '=', clientId)
    .where(coachesClient(userId))
    .executeTakeFirstOrThrow(notFound('client'))
  if (sessionId !== undefined)
    await db
      .selectFrom('session')
      .select('id')
      .where('id', '=', sessionId)
      .where('clientId', '=', clientId)
      .executeTakeFirstOrThrow(notFound('session'))
}

const notesAbout = (db: Db, { clientId, sessionId }: Subject) =>
  db
    .selectFrom('note')
    .where('clientId', '=', clientId)
    .where('sessionId', 'is not distinct from', sessionId ?? null)

const ownNote = (db: Db, { userId, ...subject }: OwnNote) =>
  notesAbout(db, subject).where('authorId', '=', userId)

const columns = ['id', 'text', 'version', 'savedAt'] as const

export const findNote = (db: Db, own: OwnNote) =>
  ownNote(db, own).select(columns).executeTakeFirst()

/** Creates an empty note where there is none, and locks it. */
export async function lockNote(tx: Db, own: OwnNote) {
  const { userId: authorId, clientId, sessionId = null } = own
  await tx
    .insertInto('note')
    .values({ id: newId(), authorId, clientId, sessionId, text: '', version: 0 })
    .onConflict((on) => on.doNothing())
    .execute()
  return ownNote(tx, own)
    .select(columns)
    .select(
      sql<boolean>`typing_since < now() - ${versionMinutes} * interval '1 minute'`.as(
        'isNewVersion',
      ),
    )
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export const updateNote = (tx: Db, id: string, text: string, isNewVersion: boolean) =>
  tx
    .updateTable('note')
    .set({
      text,
      version: sql`version + 1`,
      savedAt: sql`now()`,
      ...(isNewVersion && { typingSince: sql`now()` }),
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

type Saved = { id: string; text: string; savedAt: string }

/** Keeps a text as a version, and deletes the oldest of too many. */
export async function addVersion(tx: Db, { id: noteId, text, savedAt }: Saved) {
  await tx.insertInto('noteVersion').values({ id: newId(), noteId, text, savedAt }).execute()
  await sql`delete from note_version where id in (
    select id from note_version where note_id = ${noteId}
    order by saved_at desc, id desc offset ${maxNoteVersions})`.execute(tx)
}

export const listVersions = (db: Db, own: OwnNote) =>
  db
    .selectFrom('noteVersion')
    .select(['id', 'text', 'savedAt'])
    .where('noteId', 'in', ownNote(db, own).select('id'))
    .orderBy('savedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Notes of other coaches. */
export const listNotesOfOthers = (db: Db, { userId, ...subject }: OwnNote) =>
  notesAbout(db, subject)
    .innerJoin('user', 'user.id', 'note.authorId')
    .select(['note.id', 'note.text', 'note.savedAt'])
    .select(sql<string>`"user".name`.as('author'))
    .where('note.authorId', '<>', userId)
    .where('note.text', '<>', '')
    .orderBy('note.savedAt', 'desc')
    .execute()

/** The user's notes for a brief: about the client, the session, and the latest one before it that has a note. */
export const listNotesForBrief = (
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
) =>
  db
    .selectFrom('session as prepared')
    .innerJoin('note', 'note.clientId', 'prepared.clientId')
    .leftJoin('session', 'session.id', 'note.sessionId')
    .select(['note.text', 'note.sessionId', 'session.sessionDate'])
    .where('prepared.id', '=', sessionId)
    .where(isOwnNote(userId))
    .where((eb) =>
      eb.or([
        eb('note.sessionId', 'is', null),
        eb('note.sessionId', '=', sessionId),
        eb(
          'note.sessionId',
          '=',
          eb
            .selectFrom('note as earlier')
            .innerJoin('session as held', 'held.id', 'earlier.sessionId')
            .select('held.id')
            .whereRef('held.clientId', '=', 'prepared.clientId')
            .whereRef('held.sessionDate', '<', 'prepared.sessionDate')
            .where('earlier.authorId', '=', userId)
            .where('earlier.text', '<>', '')
            .orderBy('held.sessionDate', 'desc')
            .limit(1),
        ),
      ]),
    )
    .orderBy('session.sessionDate', (order) => order.asc().nullsFirst())
    .execute()

export const noteList: List<typeof listMyNotes> = {
  table: 'note',
  sorts: { saved: { by: sql`note.saved_at`, value: 'instant' } },
  defaultSort: '-saved',
  filters: {},
  rows: (db, ids) =>
    db
      .selectFrom('note')
      .innerJoin('client', 'client.id', 'note.clientId')
      .leftJoin('session', 'session.id', 'note.sessionId')
      .leftJoin('sessionDefinition as type', 'type.id', 'session.sessionDefinitionId')
      .select([
        'note.id',
        'note.clientId',
        'client.name as clientName',
        'note.text',
        'note.savedAt',
      ])
      .select(
        sql<{ id: string; name: string; date: string } | null>`case when session.id is not null then
          jsonb_build_object('id', session.id, 'name', type.name, 'date', session.session_date) end`.as(
          'session',
        ),
      )
      .where(idIn('note.id', ids))
      .execute(),
}

/** Notes with words that the user wrote about clients who are still theirs. */
export const isOwnNote = (userId: string) =>
  sql<SqlBool>`note.author_id = ${userId} and note.text <> '' and note.client_id in (
    select client.id from client where ${coachesClient(userId)(expressionBuilder<DB, 'client'>())})`
