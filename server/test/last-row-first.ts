import type { KyselyPlugin } from 'kysely'

/**
 * What is selected without an order comes in any, most often by chance in that of its making. With this the last row
 * comes first, so that nothing counts on it.
 */
export function lastRowFirst(): KyselyPlugin {
  const unordered = new WeakSet<object>()
  return {
    transformQuery: ({ node, queryId }) => {
      if (node.kind === 'SelectQueryNode' && !node.orderBy && !node.limit) unordered.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) =>
      unordered.has(queryId) ? { ...result, rows: result.rows.toReversed() } : result,
  }
}
