import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { sessionRows } from '../../sessions/session-rows.ts'

const maxTexts = 3

type Before = { clientId: string; before: string }

const earlier = (db: Db, texts: 'included' | 'omitted', { clientId, before }: Before) =>
  sessionRows(db, texts)
    .where('session.clientId', '=', clientId)
    .where('session.sessionDate', '<', before)
    .orderBy('session.sessionDate', 'desc')
    .orderBy('session.id', 'desc')

/** Newest first, without texts. */
export const earlierSessions = (db: Db, of: Before) => earlier(db, 'omitted', of).execute()

/** The newest of them with a transcript or conversation. */
export const earlierTexts = (db: Db, of: Before) =>
  earlier(db, 'included', of)
    .where(sql`coalesce(transcribed_text_scripted, transcribed_text_raw)`, 'is not', null)
    .limit(maxTexts)
    .execute()
