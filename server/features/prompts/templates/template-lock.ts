import type { Db } from '../../../platform/db/db.ts'
import { lockUntilCommit } from '../../../platform/db/advisory-lock.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

/** Templates are few and seldom written: nobody looks at which is active while another changes it. */
export const withTemplateLock = <T>(db: Db, work: (tx: Db) => Promise<T>) =>
  inTransaction(db, async (tx) => {
    await lockUntilCommit(tx, 'templates')
    return work(tx)
  })
