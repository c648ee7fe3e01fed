import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { enqueueWhenDue } from '../../../platform/db/queue.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'

export type ExternalCopy = { integrationId: string; externalId: string }

/** Doubled with each attempt, an hour at most. */
const retrySeconds = sql`least(3600, 10 * power(2, least(attempts, 20)))`

/**
 * Claims the next due deletion and schedules its next attempt, in case this one is killed. Undefined if nothing is due.
 */
export const claimExternalCopy = (db: Db): Promise<ExternalCopy | undefined> =>
  db
    .updateTable('externalCopy')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      dueAt: sql`now() + ${retrySeconds} * interval '1 second'`,
    }))
    .where((eb) =>
      eb(eb.refTuple('integrationId', 'externalId'), 'in', (nested) =>
        nested
          .selectFrom('externalCopy')
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

export const deleteExternalCopyRow = (db: Db, { integrationId, externalId }: ExternalCopy) =>
  db
    .deleteFrom('externalCopy')
    .where('integrationId', '=', integrationId)
    .where('externalId', '=', externalId)
    .execute()

/** Enqueues the job if something is due. */
export const enqueueDueExternalCopies = (db: Db, queue: Queue) =>
  enqueueWhenDue(
    db,
    queue,
    'delete-external-copies',
    sql`exists (select from external_copy where due_at <= now())`,
  )
