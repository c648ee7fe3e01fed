import { sql, type SqlBool } from 'kysely'
import { AppError } from '../errors.ts'

/** A row as somebody read it; without a version it is changed whatever it says by now. */
export type RowRead = { id: string; version?: number | undefined }

/** Stands in the statement that changes the row, so that of two who read the same version one finds another. */
export const isVersion = (version: number | undefined) =>
  version === undefined ? sql<SqlBool>`true` : sql<SqlBool>`version = ${version}`

export const stale = (what: string) =>
  new AppError(
    'stale',
    `Somebody else changed this ${what} since you opened it. Nothing was saved yet.`,
  )
