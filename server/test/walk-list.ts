import type { Reader } from '../platform/lists/list.ts'

/** All rows of a list, page after page of so many; `meanwhile` is done after each. */
export async function walkList<Row>(
  { page }: Pick<Reader<Row>, 'page'>,
  limit: number,
  meanwhile?: () => Promise<unknown>,
) {
  const found: Row[] = []
  for (let cursor: string | undefined; ;) {
    const { rows, next } = await page(cursor, limit, false)
    found.push(...rows)
    await meanwhile?.()
    if (next === undefined) return found
    cursor = next
  }
}
