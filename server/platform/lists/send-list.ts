import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { pageHeaders } from '#contract/paging.ts'
import type { Db } from '../db/db.ts'
import type { Condition, List, ListEndpoint, ListSize, PageQuery, QueryOf, Reader } from './list.ts'
import { createReader } from './read-list.ts'

type Asked<Query> = { query: Query; reply: FastifyReply }

/** Rows that a whole list reads at a time. */
const chunk = 1000

/** Answers a list as it was asked for: one page, or the whole list as it is specified. */
export const answerList = async <E extends ListEndpoint>(
  db: Db,
  endpoint: { path: string; response: z.ZodArray<E['response']['element']> },
  list: List<E>,
  { query, reply }: Asked<QueryOf<E> & PageQuery>,
  scope?: Condition,
) =>
  sendList<E['response']['element']>(
    endpoint,
    { query, reply },
    createReader(db, list, query, scope),
  )

/**
 * Answers a list with the headers of product decisions, section 2: one page where the query has a `limit`, else the
 * whole list, read in chunks and streamed, so that a million rows need no more memory than a thousand.
 */
export async function sendList<Shape extends z.ZodType>(
  { path, response }: { path: string; response: z.ZodArray<Shape> },
  { query, reply }: Asked<PageQuery>,
  list: Reader<z.input<Shape>>,
): Promise<z.output<Shape>[]> {
  const isWhole = query.limit === undefined
  const [first, size] = await Promise.all([
    list.page(query.cursor, query.limit ?? chunk, isWhole),
    list.size(),
  ])
  void reply.headers(headersOf(size))
  if (!isWhole && first.next !== undefined)
    void reply.header('link', linkTo(path, query, first.next))
  // A list that fits into one chunk is answered as it is; the route's serializer drops what is undeclared.
  if (!isWhole || first.next === undefined) return first.rows as z.output<Shape>[]

  async function* pieces() {
    let begin = '['
    for (let page = first; ;) {
      for (const row of page.rows) {
        yield begin + JSON.stringify(response.element.parse(row))
        begin = ','
      }
      if (page.next === undefined) break
      page = await list.page(page.next, chunk, isWhole)
    }
    yield ']'
  }
  return reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(pieces())) as unknown as z.output<Shape>[]
}

function headersOf(size: ListSize) {
  const capped = (['total', 'match'] as const).filter((it) => size[it].isCapped)
  return {
    [pageHeaders.total]: size.total.number,
    [pageHeaders.match]: size.match.number,
    ...(capped.length && { [pageHeaders.capped]: capped.join(', ') }),
  }
}

function linkTo(path: string, query: PageQuery, cursor: string) {
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, cursor }))
    if (value !== undefined) asked.set(name, String(value))
  return `<${path}?${asked.toString()}>; rel="next"`
}
