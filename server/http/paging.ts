import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { pageHeaders } from '#contract/paging.ts'
import { AppError } from '../errors.ts'

/** What a list asks for. Without `limit` it is the whole list. */
export type PageQuery = {
  limit?: number | undefined
  cursor?: string | undefined
  q?: string | undefined
}

/** `next` is the cursor of the page after it. */
export type Page<Row> = { rows: Row[]; next: string | undefined }

/** All that the caller may see, and how many match the filters. */
export type ListSize = { total: number; match: number }

/** A place in a list: the values that the list is sorted by, of the last row that was read. */
export const cursorOf = (key: readonly string[]) =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/** The values in a cursor, or undefined without one. Throws invalid for what this list did not give out. */
export function keyOf<S extends z.ZodType>(cursor: string | undefined, key: S) {
  if (cursor === undefined) return undefined
  const { data } = key.safeParse(jsonIn(cursor))
  if (data === undefined)
    throw new AppError('invalid', 'This page of the list does not exist. Please start again.', {
      cursor: 'is none that this list gave out',
    })
  return data
}

/** Reads one row too many to learn whether there are more; answers the rows and the cursor of the next page. */
export function cut<Row>(
  rows: readonly Row[],
  limit: number | undefined,
  key: (row: Row) => readonly string[],
) {
  if (limit === undefined || rows.length <= limit) return { rows: [...rows], next: undefined }
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: last && cursorOf(key(last)) }
}

/** The size is asked for once, however many pages the answer takes. */
type List<Query, Row> = {
  page: (query: Query) => Promise<Page<Row>>
  size: (query: Query) => Promise<ListSize>
}
type Asked<Query> = { query: Query; reply: FastifyReply }

/** Rows that a whole list reads at a time. */
const chunk = 1000

/**
 * Answers a list with the headers of product decisions, section 2: one page where the query has a `limit`, else the
 * whole list, read in chunks and streamed, so that a million rows need no more memory than a thousand.
 */
export async function sendList<Shape extends z.ZodType, Query extends PageQuery>(
  { path, response }: { path: string; response: z.ZodArray<Shape> },
  { query, reply }: Asked<Query>,
  list: List<Query, z.input<Shape>>,
): Promise<z.output<Shape>[]> {
  const [first, { total, match }] = await Promise.all([
    list.page({ ...query, limit: query.limit ?? chunk }),
    list.size(query),
  ])
  void reply.header(pageHeaders.total, total).header(pageHeaders.match, match)
  const isPage = query.limit !== undefined
  if (isPage && first.next !== undefined) void reply.header('link', linkTo(path, query, first.next))
  // A list that fits into one chunk is answered as it is; the route's serializer drops what is undeclared.
  if (isPage || first.next === undefined) return first.rows as z.output<Shape>[]

  async function* pieces() {
    let begin = '['
    for (let page = first; ;) {
      for (const row of page.rows) {
        yield begin + JSON.stringify(response.element.parse(row))
        begin = ','
      }
      if (page.next === undefined) break
      page = await list.page({ ...query, limit: chunk, cursor: page.next })
    }
    yield ']'
  }
  return reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(pieces())) as unknown as z.output<Shape>[]
}

function linkTo(path: string, query: PageQuery, cursor: string) {
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, cursor }))
    if (value !== undefined) asked.set(name, String(value))
  return `<${path}?${asked.toString()}>; rel="next"`
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}
