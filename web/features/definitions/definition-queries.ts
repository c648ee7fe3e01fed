import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type AnyDefinitionKind,
  type DefinitionKind,
  definitionKinds,
  type DefinitionRow,
} from '#contract/definitions/definitions.ts'
import { queryFor, refetchQuery } from '#web/lib/query.ts'

/** The endpoints of a kind, typed for any kind. */
export const getEndpoints = (kind: DefinitionKind): AnyDefinitionKind => definitionKinds[kind]

/** All of a kind, in display order. */
export const definitionsQuery = <K extends DefinitionKind>(kind: K) =>
  queryOptions({
    ...queryFor(getEndpoints(kind).list, {}),
    select: (rows) => rows as unknown as DefinitionRow<K>[],
  })

/** Throws if the definition was deleted. */
export async function refetchDefinition<K extends DefinitionKind>(
  queries: QueryClient,
  kind: K,
  id: string,
) {
  const rows = await refetchQuery(queries, queryFor(getEndpoints(kind).list, {}))
  const row = rows.find((it) => it.id === id)
  if (!row) throw new Error('The definition was deleted.')
  return row as unknown as DefinitionRow<K>
}
