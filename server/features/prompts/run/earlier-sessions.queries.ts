import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { sessionRows } from '../../sessions/session-rows.ts'

/** Sessions whose notes are told at most. */
const mostTexts = 3

type Before = { clientId: string; before: string }

const earlier = (db: Db, texts: 'included' | 'omitted', { clientId, before }: Before) =>
  sessionRows(db, texts)
    .where('session.clientId', '=', clientId)
    .where('session.sessionDate', '<', before)
    .orderBy('session.sessionDate', 'desc')
    .orderBy('session.id', 'desc')

/** The sessions of a client before an instant, newest first, without what was said. */
export const earlierSessions = (db: Db, of: Before) => earlier(db, 'omitted', of).execute()

/** The newest of them in which something was said that is written down. */
export const earlierTexts = (db: Db, of: Before) =>
  earlier(db, 'included', of)
    .where(sql`coalesce(transcribed_text_scripted, transcribed_text_raw)`, 'is not', null)
    .limit(mostTexts)
    .execute()
