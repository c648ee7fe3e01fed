import type { DefinitionKind } from '#contract/definitions.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { optimisticUpdate } from '#web/lib/optimistic-query.ts'
import { callsOf, definitionsQuery } from './definition-queries.ts'
import { formatFailure } from './definition-screens.tsx'
import { findMove, type Move } from './find-move.ts'

type Ids = readonly string[]

/** Reorders rows optimistically and sends the moves one by one. */
export function useOrder(kind: DefinitionKind) {
  const { run } = useApiMutation({
    queue: `order-${kind}`,
    mutationFn: ({ move: { id, direction, steps } }: { move: Move; order: Ids }, call) =>
      call(callsOf(kind).move, { params: { id }, body: { direction, steps } }),
    optimisticUpdate: ({ order }) =>
      optimisticUpdate(definitionsQuery(kind).queryKey, (rows) =>
        rows.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
      ),
    errorToast: `${formatFailure('reorder', kind)}. Please try again.`,
  })
  /** `all` are the ids of the kind; `before` and `after` one group of them. */
  return (all: Ids, before: Ids, after: Ids) => {
    const move = findMove(before, after)
    if (!move) return
    const rest = [...after]
    run({ move, order: all.map((id) => (before.includes(id) ? (rest.shift() ?? id) : id)) })
  }
}
