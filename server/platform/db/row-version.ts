import { type Expression, sql, type SqlBool, type UpdateResult } from 'kysely'
import { AppError } from '../errors.ts'

/** A row as somebody read it; without a version it is changed whatever it says by now. */
export type RowRead = { id: string; version?: number | undefined }

/**
 * Stands in the statement that changes the row, so that of two who read the same version one finds another. A row that holds
 * these values already is as good: the answer to whoever saved them may have been lost.
 */
export const isAsRead = ({ id, version }: RowRead, values: Record<string, unknown> = {}) =>
  version === undefined
    ? sql<SqlBool>`id = ${id}`
    : sql<SqlBool>`id = ${id} and (version = ${version} or ${isSaid(values)})`

function isSaid(values: Record<string, unknown>) {
  const named = Object.entries(values).filter(([, value]) => value !== undefined)
  if (named.length === 0) return sql<SqlBool>`false`
  return sql.join<SqlBool>(
    named.map(([column, value]) => sql`${sql.ref(column)} is not distinct from ${value}`),
    sql` and `,
  )
}

/**
 * Whether the row says this already, whatever version was read: then nothing is written, where writing it again would say
 * anew who did it, and when.
 */
export const isHeld = async (
  row: { where: (is: Expression<SqlBool>) => { executeTakeFirst: () => Promise<unknown> } },
  values: Record<string, unknown>,
) => (await row.where(isSaid(values)).executeTakeFirst()) !== undefined

/** Whether the statement found its row. */
export const isKept = async (change: { executeTakeFirstOrThrow: () => Promise<UpdateResult> }) =>
  (await change.executeTakeFirstOrThrow()).numUpdatedRows > 0n

export const stale = (what: string) =>
  new AppError(
    'stale',
    `Somebody else changed this ${what} since you opened it. Nothing was saved yet.`,
  )
