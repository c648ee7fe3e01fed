import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DefinitionKind, DefinitionRow } from '#contract/definitions/definitions.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockUntilCommit } from '../../platform/db/advisory-lock.ts'
import { matchesVersion, type VersionedRow } from '../../platform/db/row-version.ts'
import { notFound } from '../../platform/errors.ts'
import { definitionKinds } from '#contract/definitions/definitions.ts'
import { type Kind, getKind } from './kinds.ts'

/** In order, without those being deleted. */
async function select<K extends DefinitionKind>(db: Db, kind: K, where = sql<SqlBool>`true`) {
  const { select: columns, from, orderBy } = getKind(kind)
  const { rows } = await sql<DefinitionRow<K>>`
    select it.id, it.version, ${columns} from ${from}
    where it.deletion_id is null and ${where} order by ${orderBy}`.execute(db)
  return rows
}

export const listDefinitions = <K extends DefinitionKind>(db: Db, kind: K) => select(db, kind)

/** Throws not-found. */
export async function getDefinition<K extends DefinitionKind>(db: Db, kind: K, id: string) {
  const [row] = await select(db, kind, sql<SqlBool>`it.id = ${id}`)
  if (!row) throw notFound(definitionKinds[kind].one)()
  return row
}

/**
 * Serializes changes of definitions, to keep their order consistent. Call it before locking rows.
 */
export const lockDefinitions = (tx: Db) => lockUntilCommit(tx, 'definitions')

export type LockedDefinition = { id: string; name: string; parent: string | null; place: number }

/** Also blocks new references. Throws not-found. */
export async function lockDefinition(tx: Db, kind: DefinitionKind, id: string) {
  const held = await lockDefinitionWhere(tx, kind, sql`it.id = ${id} and it.deletion_id is null`)
  if (!held) throw notFound(definitionKinds[kind].one)()
  return held
}

export async function lockDefinitionWhere(
  tx: Db,
  kind: DefinitionKind,
  where: RawBuilder<unknown>,
) {
  const { nameColumn, positionColumn } = getKind(kind)
  const { rows } = await sql<LockedDefinition>`
    select it.id, it.${sql.ref(nameColumn)} as name, ${parentColumn(getKind(kind))} as parent, it.${sql.ref(positionColumn)} as place
    from ${sql.table(kind)} as it where ${where} for update`.execute(tx)
  return rows[0]
}

const parentColumn = ({ under, columns }: Kind) =>
  under ? sql`it.${sql.ref(columns[under.field] ?? '')}` : sql`null::uuid`

export async function matches(tx: Db, kind: DefinitionKind, id: string, what: RawBuilder<SqlBool>) {
  const { rows } = await sql`
    select from ${sql.table(kind)} as it where it.id = ${id} and ${what}`.execute(tx)
  return rows.length > 0
}

/** Returns whether the parent exists. */
export async function lockParent(tx: Db, kind: DefinitionKind, id: string) {
  const { rows } = await sql`
    select from ${sql.table(kind)} where id = ${id} and deletion_id is null for key share`.execute(
    tx,
  )
  return rows.length > 0
}

export type ColumnValues = Record<string, unknown>

export const insertDefinition = (tx: Db, kind: DefinitionKind, values: ColumnValues) =>
  sql`insert into ${sql.table(kind)} (${sql.join(Object.keys(values).map((it) => sql.ref(it)))})
    values (${sql.join(Object.values(values))})`.execute(tx)

/** False if the version has changed. */
export async function changeDefinition(
  tx: Db,
  kind: DefinitionKind,
  read: VersionedRow,
  values: ColumnValues,
) {
  const set = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { numAffectedRows } = await sql`
    update ${sql.table(kind)} set ${sql.join(set)} where ${matchesVersion(read, values)}`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

export async function countDefinitions(tx: Db, kind: DefinitionKind) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(kind)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Ids with the same parent, in order. Needs lockDefinitions. */
export async function listSiblingIds(tx: Db, kind: DefinitionKind, parent: string | null) {
  const { positionColumn } = getKind(kind)
  const { rows } = await sql<{ id: string }>`
    select it.id from ${sql.table(kind)} as it
    where it.deletion_id is null and ${parentColumn(getKind(kind))} is not distinct from ${parent}::uuid
    order by it.${sql.ref(positionColumn)}, it.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Numbers them 1, 2, 3, … */
export const saveOrder = (tx: Db, kind: DefinitionKind, ids: readonly string[]) => {
  const place = sql.ref(getKind(kind).positionColumn)
  return sql`
    update ${sql.table(kind)} as it set ${place} = kept.place
    from unnest(${ids}::uuid[]) with ordinality as kept (id, place)
    where it.id = kept.id and it.${place} <> kept.place`.execute(tx)
}
