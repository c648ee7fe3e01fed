import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { pageHeaders } from '#contract/paging.ts'
import type { Db } from '../db/db.ts'
import type { Condition, List, ListEndpoint, ListSize, PageQuery, QueryOf, Reader } from './list.ts'
import { createReader } from './read-list.ts'

type ListRequest<Query> = { query: Query; reply: FastifyReply }

/** Rows per statement when a whole list is read. */
const chunkRows = 1000

/** Sends a page of a list or the whole list; see `sendList`. `beforeRows` gets the rows of each part before it is sent. */
export const answerList = async <E extends ListEndpoint>(
  db: Db,
  endpoint: { path: string; response: z.ZodArray<E['response']['element']> },
  list: List<E>,
  { query, reply }: ListRequest<QueryOf<E> & PageQuery>,
  scope?: Condition,
  beforeRows?: (rows: readonly z.input<E['response']['element']>[]) => Promise<void>,
) => {
  const { page, size } = createReader(db, list, query, scope)
  return sendList<E['response']['element']>(
    endpoint,
    { query, reply },
    {
      size,
      page: async (...part) => {
        const read = await page(...part)
        await beforeRows?.(read.rows)
        return read
      },
    },
  )
}

/**
 * Sends a list with the headers of a page (docs/product.md, "Lists"). With a `limit` in the query it sends one page, else
 * the whole list, which is streamed in chunks to bound memory use.
 */
export async function sendList<Shape extends z.ZodType>(
  { path, response }: { path: string; response: z.ZodArray<Shape> },
  { query, reply }: ListRequest<PageQuery>,
  list: Reader<z.input<Shape>>,
): Promise<z.output<Shape>[]> {
  const isWhole = query.limit === undefined
  const [first, size] = await Promise.all([
    list.page(query.cursor, query.limit ?? chunkRows, isWhole),
    list.size(),
  ])
  void reply.headers(listHeaders(size))
  if (!isWhole && first.next !== undefined)
    void reply.header('link', linkTo(path, query, first.next))
  // A list of one chunk is returned, and the route's serializer drops undeclared keys.
  if (!isWhole || first.next === undefined) return first.rows as z.output<Shape>[]

  async function* jsonParts() {
    let begin = '['
    for (let page = first; ;) {
      for (const row of page.rows) {
        yield begin + JSON.stringify(response.element.parse(row))
        begin = ','
      }
      if (page.next === undefined) break
      page = await list.page(page.next, chunkRows, isWhole)
    }
    yield ']'
  }
  return reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(jsonParts())) as unknown as z.output<Shape>[]
}

function listHeaders(size: ListSize) {
  const capped = (['total', 'match'] as const).filter((it) => size[it].isCapped)
  return {
    [pageHeaders.total]: size.total.number,
    [pageHeaders.match]: size.match.number,
    ...(capped.length && { [pageHeaders.capped]: capped.join(', ') }),
  }
}

function linkTo(path: string, query: PageQuery, cursor: string) {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, cursor }))
    if (value !== undefined) parameters.set(name, String(value))
  return `<${path}?${parameters.toString()}>; rel="next"`
}
