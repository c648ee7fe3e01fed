import type { Db } from '../platform/db/db.ts'
import { newId } from '../platform/ids.ts'
import type { DemoClient } from './plans.ts'

const aboutClient = 'Prefers mornings, plain words, and one thing at a time.'
const aboutSession = 'Quieter than usual. Come back to the talk with the manager next time.'

/** Private notes of the coaches of clients who recover: about the client, and about their latest session. */
export async function insertNotes(db: Db, people: DemoClient[], now: Date) {
  for (const { id: clientId } of people.filter(({ story }) => story === 'recovering')) {
    const held = await db
      .selectFrom('session')
      .innerJoin('client', 'client.id', 'session.clientId')
      .innerJoin('coach', 'coach.id', 'client.coachId')
      .select(['session.id', 'session.sessionDate', 'coach.userId'])
      .where('clientId', '=', clientId)
      .where('session.sessionDate', '<', now.toISOString())
      .orderBy('session.sessionDate', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!held) continue
    const note = { clientId, authorId: held.userId, savedAt: held.sessionDate }
    await db
      .insertInto('note')
      .values([
        { ...note, id: newId(), text: aboutClient },
        { ...note, id: newId(), text: aboutSession, sessionId: held.id },
      ])
      .execute()
  }
}
