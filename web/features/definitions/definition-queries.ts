import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type AnyDefinitionKind,
  type DefinitionKind,
  definitionKinds,
  type DefinitionRow,
} from '#contract/definitions.ts'
import { queryFor, refetchQuery } from '#web/lib/query.ts'

/** The calls of a kind, of which one only knows that it is one. */
export const callsOf = (kind: DefinitionKind): AnyDefinitionKind => definitionKinds[kind]

/** All of a kind, in their order. */
export const definitionsQuery = <K extends DefinitionKind>(kind: K) =>
  queryOptions({
    ...queryFor(callsOf(kind).list, {}),
    select: (rows) => rows as unknown as DefinitionRow<K>[],
  })

/** One of them as it is now. Throws where somebody deleted it meanwhile. */
export async function refetchDefinition<K extends DefinitionKind>(
  queries: QueryClient,
  kind: K,
  id: string,
) {
  const rows = await refetchQuery(queries, queryFor(callsOf(kind).list, {}))
  const row = rows.find((it) => it.id === id)
  if (!row) throw new Error('It is no more')
  return row as unknown as DefinitionRow<K>
}
