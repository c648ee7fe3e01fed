import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { toStorableText } from '../db/storable-text.ts'
import { newId } from '../ids.ts'

export type Leaving = {
  integrationId: string
  provider: string
  host: string
  purpose: string
  sessionId?: string | undefined
  /** It is over as it begins. */
  isSuccess?: true
}
export type Left = {
  bytesOut: number
  bytesIn: number
  status: number | null
  isSuccess: boolean
  error: string | null
  durationMs: number
}

/** Notes a call before it leaves: without this row nothing does. The session may be gone by now. */
export async function noteLeaving(db: Db, { sessionId, integrationId, ...call }: Leaving) {
  const id = newId()
  await db
    .insertInto('egress')
    .values({
      ...call,
      id,
      integrationId: sql`(select id from integration where id = ${integrationId})`,
      sessionId: sql`(select id from session where id = ${sessionId ?? null})`,
    })
    .execute()
  return id
}

/** What stands in the record for a link that was handed out: no call of ours, and nobody tells how it was used. */
export const linkPurpose = 'a link to play a recording'

/** Notes a link that lets somebody fetch a recording from a service: without this row none is handed out. */
export const noteLink = (db: Db, link: Omit<Leaving, 'purpose' | 'isSuccess'>) =>
  noteLeaving(db, { ...link, purpose: linkPurpose, isSuccess: true })

/** And how it ended. */
export const noteLeft = (db: Db, id: string, { error, ...left }: Left) =>
  db
    .updateTable('egress')
    .set({ ...left, error: error === null ? null : toStorableText(error) })
    .where('id', '=', id)
    .execute()
