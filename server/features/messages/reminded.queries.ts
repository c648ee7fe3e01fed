import type { Insertable } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Reminder } from '../../platform/db/schema.ts'
import { newId } from '../../platform/ids.ts'

type Reminded = Omit<Insertable<Reminder>, 'id' | 'createdAt'> & {
  about: 'session' | 'assignment' | 'conversation' | 'questionnaire' | 'day'
  step: 'ahead' | 'soon' | 'day'
}

/** Records a reminder in the transaction that sends it. False if the user was already reminded. */
export async function recordReminded(tx: Db, reminded: Reminded) {
  const added = await tx
    .insertInto('reminder')
    .values({ ...reminded, id: newId() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}
