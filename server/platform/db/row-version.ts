import { type Expression, sql, type SqlBool, type UpdateResult } from 'kysely'
import { AppError } from '../errors.ts'

/** A row as the caller read it. Without a version it is changed unconditionally. */
export type VersionedRow = { id: string; version?: number | undefined }

/**
 * Condition of the updating statement: of two writers who read the same version, one matches. A row that has these values already
 * matches too, because the answer to the writer who saved them may have been lost.
 */
export const matchesVersion = (
  { id, version }: VersionedRow,
  values: Record<string, unknown> = {},
) =>
  version === undefined
    ? sql<SqlBool>`id = ${id}`
    : sql<SqlBool>`id = ${id} and (version = ${version} or ${hasValues(values)})`

function hasValues(values: Record<string, unknown>) {
  const named = Object.entries(values).filter(([, value]) => value !== undefined)
  if (named.length === 0) return sql<SqlBool>`false`
  return sql.join<SqlBool>(
    named.map(([column, value]) => sql`${sql.ref(column)} is not distinct from ${value}`),
    sql` and `,
  )
}

/** Whether the row has these values already, so that it need not be written with a new author and time. */
export const isUnchanged = async (
  row: { where: (is: Expression<SqlBool>) => { executeTakeFirst: () => Promise<unknown> } },
  values: Record<string, unknown>,
) => (await row.where(hasValues(values)).executeTakeFirst()) !== undefined

export const wasUpdated = async (change: {
  executeTakeFirstOrThrow: () => Promise<UpdateResult>
}) => (await change.executeTakeFirstOrThrow()).numUpdatedRows > 0n

export const staleError = (what: string) =>
  new AppError(
    'stale',
    `Someone else has changed this ${what} since you opened it. Nothing has been saved yet.`,
  )
