import { useRef, useState } from 'react'
import type { DefinitionKind } from '#contract/definitions.ts'
import { useWrite } from '#web/form/use-write.ts'
import { callsOf } from './definition-queries.ts'
import { failedTo } from './definition-screens.tsx'
import { type Move, findMove } from './find-move.ts'

/**
 * Moves rows at once, and tells the server one move after the other. Until it has heard of all of them their order is that of
 * the screen; where one fails, that of the server again.
 */
export function useOrder(kind: DefinitionKind) {
  const [order, setOrder] = useState<readonly string[]>()
  const waiting = useRef<Move[]>([])
  const isSending = useRef(false)
  const { send } = useWrite({
    write: ({ id, direction, steps }: Move, call) =>
      call(callsOf(kind).move, { params: { id }, body: { direction, steps } }),
    failed: `${failedTo('reorder', kind)}. Please try again.`,
  })
  async function sendAll() {
    if (isSending.current) return
    isSending.current = true
    try {
      for (let next = waiting.current.shift(); next; next = waiting.current.shift())
        await send(next)
    } catch {
      waiting.current = []
    }
    isSending.current = false
    setOrder(undefined)
  }
  return {
    /** Rows in the order in which they were reorder last. */
    inOrder: <Row extends { id: string }>(rows: readonly Row[]) =>
      order ? rows.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)) : rows,
    /** `all` are the rows of the kind, of which some that stand together have another order now. */
    reorder: (all: readonly string[], before: readonly string[], after: readonly string[]) => {
      const move = findMove(before, after)
      if (!move) return
      const rest = [...after]
      setOrder(all.map((id) => (before.includes(id) ? (rest.shift() ?? id) : id)))
      waiting.current.push(move)
      void sendAll()
    },
  }
}
