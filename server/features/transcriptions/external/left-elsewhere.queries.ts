import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { isQueued, type Queue } from '../../../platform/db/queue.ts'

export type Left = { integrationId: string; externalId: string }

/** Seconds until the next try: doubled each time, an hour at most. */
const againSeconds = sql`least(3600, 10 * power(2, least(attempts, 20)))`

/**
 * Takes what is due, one at a time, and puts its next try off: whoever is killed over it has lost nothing.
 * Undefined where nothing is due.
 */
export const takeLeft = (db: Db): Promise<Left | undefined> =>
  db
    .updateTable('leftElsewhere')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      dueAt: sql`now() + ${againSeconds} * interval '1 second'`,
    }))
    .where((eb) =>
      eb(eb.refTuple('integrationId', 'externalId'), 'in', (nested) =>
        nested
          .selectFrom('leftElsewhere')
          .select(['integrationId', 'externalId'])
          .where('dueAt', '<=', sql<string>`now()`)
          .orderBy('dueAt')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .$asTuple('integrationId', 'externalId'),
      ),
    )
    .returning(['integrationId', 'externalId'])
    .executeTakeFirst()

export const removeLeft = (db: Db, { integrationId, externalId }: Left) =>
  db
    .deleteFrom('leftElsewhere')
    .where('integrationId', '=', integrationId)
    .where('externalId', '=', externalId)
    .execute()

/** Queues the removal where something is due. */
export async function rescueLeftElsewhere(db: Db, queue: Queue) {
  const { rows } = await sql<{ isDue: boolean }>`
    select exists (select from left_elsewhere where due_at <= now())
      and not ${isQueued(sql`'forget-elsewhere'`)} as is_due`.execute(db)
  if (rows[0]?.isDue) await queue.add(db, 'forget-elsewhere', {})
}
