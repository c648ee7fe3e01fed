import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { JsonEndpoint } from '#contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import type { DB } from '../db/schema.ts'
import type { Sort } from './order.ts'
import type { SearchableTable } from './search.ts'

export type ListEndpoint = JsonEndpoint & { query: z.ZodObject; response: z.ZodArray<z.ZodType> }
/** The query of a list, parsed by its endpoint's schema. */
export type QueryOf<E extends ListEndpoint> = z.output<E['query']>
/** A row of the response. */
export type RowOf<E extends ListEndpoint> = z.input<E['response']['element']>

type NameOf<Sorted> = Sorted extends { sort?: infer Either }
  ? Either extends `-${infer Name}`
    ? Name
    : never
  : never
export type FilterName<E extends ListEndpoint> = Exclude<
  keyof QueryOf<E> & string,
  'limit' | 'cursor' | 'q' | 'sort'
>

export type Condition = RawBuilder<SqlBool>

/**
 * A list as data. It reads one table; each sort, and each filter with the default sort, needs an index there. A filter
 * or sort of the endpoint's query that is missing here is a type error.
 */
export type List<E extends ListEndpoint> = {
  /** A list with a `q` parameter reads a table with a `search_text` column. */
  table: 'q' extends keyof QueryOf<E> ? SearchableTable : keyof DB
  sorts: Record<NameOf<QueryOf<E>>, Sort>
  /** Used when the query has no `sort`. */
  defaultSort: string & NonNullable<QueryOf<E> extends { sort?: infer Either } ? Either : never>
  filters: {
    [Name in FilterName<E>]: (value: NonNullable<QueryOf<E>[Name]>) => Condition
  }
  /** The rows with these ids, in any order. `isWhole`: the whole list is requested, without a `limit`. */
  rows: (db: Db, ids: readonly string[], isWhole: boolean) => Promise<(RowOf<E> & { id: string })[]>
}

/** Matches rows with any of these ids; the array is one parameter, so the statement text stays the same. */
export const idIn = (id: string, ids: readonly string[]) =>
  sql<SqlBool>`${sql.ref(id)} = any(${ids}::uuid[])`

/** Query parameters common to all lists. Without `limit` the whole list is returned. */
export type PageQuery = {
  limit?: number | undefined
  cursor?: string | undefined
  q?: string | undefined
  sort?: string | undefined
}

/** `next` is the cursor of the next page. */
export type Page<Row> = { rows: Row[]; next: string | undefined }

/** Reads a list with a given query. Without a cursor it returns the first page. */
export type Reader<Row> = {
  page: (cursor: string | undefined, limit: number, isWhole: boolean) => Promise<Page<Row>>
  size: () => Promise<ListSize>
}

/** `isCapped`: there are more than `number`. */
export type Count = { number: number; isCapped: boolean }
/** How many rows the caller may see, and how many of them match the query. */
export type ListSize = { total: Count; match: Count }
