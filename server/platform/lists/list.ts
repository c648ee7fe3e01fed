import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { JsonEndpoint } from '#contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import type { DB } from '../db/schema.ts'
import type { Sort } from './order.ts'
import type { SearchableTable } from './search.ts'

export type ListEndpoint = JsonEndpoint & { query: z.ZodObject; response: z.ZodArray<z.ZodType> }
/** What a list is asked for, as its endpoint's schema hands it on. */
export type QueryOf<E extends ListEndpoint> = z.output<E['query']>
/** A row as the endpoint answers it. */
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
 * A list as data. It reads one table; each sort, and each filter with the default sort, has an index there. A filter or a
 * sort of the endpoint's query that is missing here does not compile.
 */
export type List<E extends ListEndpoint> = {
  /** One that is searched by `q` has a column `search_text`. */
  table: 'q' extends keyof QueryOf<E> ? SearchableTable : keyof DB
  sorts: Record<NameOf<QueryOf<E>>, Sort>
  /** How it is sorted where nobody says. */
  defaultSort: string & NonNullable<QueryOf<E> extends { sort?: infer Either } ? Either : never>
  filters: {
    [Name in FilterName<E>]: (value: NonNullable<QueryOf<E>[Name]>) => Condition
  }
  /** The rows of some ids, in any order. `isWhole` where the whole list is asked for, as specified. */
  rows: (db: Db, ids: readonly string[], isWhole: boolean) => Promise<(RowOf<E> & { id: string })[]>
}

/** Rows of these ids; one statement for any number of them. */
export const idIn = (id: string, ids: readonly string[]) =>
  sql<SqlBool>`${sql.ref(id)} = any(${ids}::uuid[])`

/** What every list may be asked for. Without `limit` it is the whole list. */
export type PageQuery = {
  limit?: number | undefined
  cursor?: string | undefined
  q?: string | undefined
  sort?: string | undefined
}

/** `next` is the cursor of the page after it. */
export type Page<Row> = { rows: Row[]; next: string | undefined }

/** Reads a list as it was asked for. Without a cursor it is the first page. */
export type Reader<Row> = {
  page: (cursor: string | undefined, limit: number, isWhole: boolean) => Promise<Page<Row>>
  size: () => Promise<ListSize>
}

/** `isCapped`: there are more. */
export type Count = { number: number; isCapped: boolean }
/** All that the caller may see, and how many match the filters. */
export type ListSize = { total: Count; match: Count }
