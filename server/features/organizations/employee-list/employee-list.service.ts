import { listUndoHours } from '#contract/organizations/employee-list.ts'
import type { Deps } from '../../../deps.ts'
import { realUserId } from '../../../platform/access.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { audit } from '../../audit/audit.ts'
import { notify } from '../../messages/notices/notify.ts'
import {
  beginChange,
  compareList,
  deleteList,
  getListState,
  hasEntries,
  replaceList,
  undoChange,
} from './employee-list.queries.ts'
import { findAddresses } from './find-addresses.ts'

type Needs = Pick<Deps, 'db' | 'queue'>

/** Says nothing about who has registered: one could try addresses out. */
export async function previewList(db: Db, actor: Actor, id: string, text: string) {
  await getListState(db, actor, id)
  const { addresses, ...lines } = findAddresses(text)
  return { addresses: addresses.length, ...(await compareList(db, id, addresses)), ...lines }
}

export async function saveList(deps: Needs, actor: Actor, id: string, text: string) {
  const { addresses } = findAddresses(text)
  return inTransaction(deps.db, async (tx) => {
    await getListState(tx, actor, id)
    const at = await beginChange(tx, id)
    const { gone, back } = await replaceList(tx, { id, at, addresses })
    await notifyEmployees(tx, deps, actor, [...gone, ...back])
    await record(tx, actor, id, { addresses: addresses.length })
    return getListState(tx, actor, id)
  })
}

/** Throws conflict if there is nothing to undo. */
export const undoList = (deps: Needs, actor: Actor, id: string) =>
  inTransaction(deps.db, async (tx) => {
    const { changedAt, canUndo } = await getListState(tx, actor, id)
    if (!canUndo || changedAt === null)
      throw new AppError(
        'conflict',
        `A change of the list can be undone for ${listUndoHours} hours, and only the last.`,
      )
    await beginChange(tx, id)
    const back = await undoChange(tx, id, changedAt)
    if (!(await hasEntries(tx, id))) await deleteList(tx, id)
    await notifyEmployees(tx, deps, actor, back)
    await record(tx, actor, id, { isUndone: true })
    return getListState(tx, actor, id)
  })

export const removeList = (deps: Needs, actor: Actor, id: string) =>
  inTransaction(deps.db, async (tx) => {
    await getListState(tx, actor, id)
    await notifyEmployees(tx, deps, actor, await deleteList(tx, id))
    await record(tx, actor, id, { isDeleted: true })
    return getListState(tx, actor, id)
  })

const record = (tx: Db, actor: Actor, id: string, details: Record<string, number | boolean>) =>
  audit(tx, actor, {
    action: 'employee-list-changed',
    ...{ table: 'organization', rowId: id, details },
  })

const notifyEmployees = async (tx: Db, deps: Needs, actor: Actor, userIds: readonly string[]) => {
  for (const userId of userIds)
    await notify(tx, deps, {
      kind: 'accessEnding',
      ...{ userId, by: realUserId(actor), rowId: userId },
    })
}
