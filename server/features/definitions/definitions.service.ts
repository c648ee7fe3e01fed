import {
  type DefinitionKind,
  definitionKinds,
  type Direction,
  maxDefinitions,
} from '#contract/definitions/definitions.ts'
import { audit } from '../audit/audit.ts'
import { violatesConstraint } from '../../platform/db/database-errors.ts'
import type { Db } from '../../platform/db/db.ts'
import { type VersionedRow, staleError } from '../../platform/db/row-version.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/errors.ts'
import { createOnce } from '../../platform/http/idempotency.ts'
import type { Actor } from '../../platform/http/mount.ts'
import {
  changeDefinition,
  countDefinitions,
  getDefinition,
  listDefinitions,
  type LockedDefinition,
  lockDefinitions,
  lockParent,
  listSiblingIds,
  insertDefinition,
  matches,
  saveOrder,
  lockDefinition,
  type ColumnValues,
} from './definitions.queries.ts'
import { type Kind, getKind, fieldError } from './kinds.ts'

type Form = Readonly<Record<string, unknown>>

/** Added at the end. */
export const addDefinition = (db: Db, actor: Actor, kind: DefinitionKind, form: Form) =>
  changeDefinitions(db, kind, async (tx) => {
    const made = await createOnce(tx, actor, async (id) => {
      if ((await countDefinitions(tx, kind)) >= maxDefinitions)
        throw new AppError(
          'conflict',
          `There are already ${maxDefinitions} ${definitionKinds[kind].many}.`,
        )
      const { columns, positionColumn, under } = getKind(kind)
      const parent = under ? String(form[under.field]) : null
      await requireParent(tx, under, parent)
      const last = (await listSiblingIds(tx, kind, parent)).length + 1
      await insertDefinition(tx, kind, {
        ...toColumnValues(columns, form),
        id,
        [positionColumn]: last,
      })
      await audit(tx, actor, { action: 'definition-created', table: getTableName(kind), rowId: id })
    })
    return getDefinition(tx, kind, made)
  })

/** Throws stale if it has changed since it was read, conflict if its key may not change or is taken. */
export const editDefinition = (
  db: Db,
  actor: Actor,
  kind: DefinitionKind,
  read: VersionedRow,
  change: Form,
) =>
  changeDefinitions(db, kind, async (tx) => {
    const { columns, under } = getKind(kind)
    const held = await lockDefinition(tx, kind, read.id)
    const before = await getDefinition(tx, kind, read.id)
    const { key } = change
    if (key !== undefined && key !== ('key' in before && before.key))
      await requireFreeKey(tx, kind, read.id)
    const parent = under ? (change[under.field] as string | undefined) : undefined
    const isMoved = parent !== undefined && parent !== held.parent
    if (isMoved) await requireParent(tx, under, parent)
    if (!(await changeDefinition(tx, kind, read, toColumnValues(columns, change))))
      throw staleError(definitionKinds[kind].one)
    if (isMoved) await moveToEnd(tx, kind, held, parent)
    await audit(tx, actor, {
      action: 'definition-changed',
      table: getTableName(kind),
      rowId: read.id,
      details: { changed: Object.keys(change).join(' ') },
    })
    return getDefinition(tx, kind, read.id)
  })

/** Moves it among its siblings, no further than the end of the list. Returns the new order. */
export const moveDefinition = (
  db: Db,
  actor: Actor,
  kind: DefinitionKind,
  id: string,
  { direction, steps = 1 }: { direction: Direction; steps?: number | undefined },
) =>
  changeDefinitions(db, kind, async (tx) => {
    const { parent } = await lockDefinition(tx, kind, id)
    const ids = await listSiblingIds(tx, kind, parent)
    const from = ids.indexOf(id)
    const to = Math.max(0, Math.min(ids.length - 1, from + (direction === 'up' ? -steps : steps)))
    if (to !== from) {
      await saveOrder(tx, kind, ids.toSpliced(from, 1).toSpliced(to, 0, id))
      await audit(tx, actor, {
        action: 'definition-moved',
        table: getTableName(kind),
        rowId: id,
        details: { from: from + 1, to: to + 1 },
      })
    }
    return listDefinitions(tx, kind)
  })

/** `metricCategory` → `metric_category` */
export const getTableName = (kind: DefinitionKind) =>
  kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Serialized; maps constraint violations to the messages of the kind. */
async function changeDefinitions<T>(db: Db, kind: DefinitionKind, work: (tx: Db) => Promise<T>) {
  try {
    return await inTransaction(db, async (tx) => {
      await lockDefinitions(tx)
      return work(tx)
    })
  } catch (error) {
    for (const [constraint, { field, sentence, code }] of Object.entries(
      getKind(kind).constraintErrors ?? {},
    ))
      if (violatesConstraint(error, constraint)) throw fieldError(field, sentence, code)
    throw error
  }
}

async function requireParent(tx: Db, under: Kind['under'], id: string | null) {
  if (!under || id === null || (await lockParent(tx, under.kind, id))) return
  throw fieldError(under.field, under.missing, 'unprocessable')
}

async function requireFreeKey(tx: Db, kind: DefinitionKind, id: string) {
  const { keyLock } = getKind(kind)
  if (keyLock && (await matches(tx, kind, id, keyLock.where)))
    throw fieldError('key', keyLock.sentence)
}

/** Moves it to the end of the new parent, and closes the gap under the old one. */
async function moveToEnd(
  tx: Db,
  kind: DefinitionKind,
  { id, parent: old }: LockedDefinition,
  parent: string,
) {
  const others = (await listSiblingIds(tx, kind, parent)).filter((it) => it !== id)
  await saveOrder(tx, kind, [...others, id])
  await saveOrder(tx, kind, await listSiblingIds(tx, kind, old))
}

/** The values to store, by column; an empty field becomes null. */
const toColumnValues = (columns: Record<string, string>, form: Form): ColumnValues =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([field]) => form[field] !== undefined)
      .map(([field, column]) => [column, form[field] === '' ? null : form[field]]),
  )
