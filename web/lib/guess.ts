import type { DataTag, Query, QueryClient, QueryKey } from '@tanstack/react-query'

type Change<Data> = (data: Data) => Data
/** What the server told last, and what is guessed on top of it. */
type Held = { told: unknown; changes: Change<unknown>[]; isShowing: boolean; stop: () => void }

const heldOf = new WeakMap<Query, Held>()

/**
 * Shows in a read what a write is going to change: at once, and on top of whatever the read answers until the function
 * that comes back is called. A read that began before the write knows nothing of it, and would take it back for a moment.
 * What stands there afterwards is what the server told last; where it has done what was sent, but could not be read since,
 * that is still what was guessed.
 */
export function guess<Data>(
  queries: QueryClient,
  queryKey: DataTag<QueryKey, Data, Error>,
  change: Change<Data>,
): (isDone: boolean) => void {
  const query = queries.getQueryCache().find({ queryKey })
  if (query?.state.data === undefined) return () => {}
  const held = heldOf.get(query) ?? hold(queries, query)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key says what the read holds
  const added = change as Change<unknown>
  held.changes.push(added)
  show(query, held)
  return (isDone) => {
    if (!held.changes.includes(added)) return
    held.changes = held.changes.filter((it) => it !== added)
    if (isDone && query.state.isInvalidated) held.told = added(held.told)
    show(query, held)
    if (held.changes.length > 0) return
    held.stop()
    heldOf.delete(query)
  }
}

function hold(queries: QueryClient, query: Query) {
  const held: Held = {
    told: query.state.data,
    changes: [],
    isShowing: false,
    stop: queries.getQueryCache().subscribe((event) => {
      if (event.query !== query || event.type !== 'updated' || held.isShowing) return
      if (event.action.type === 'success') held.told = query.state.data
      // A read that is called off puts back what stood there when it began.
      else if (event.action.type !== 'setState') return
      show(query, held)
    }),
  }
  heldOf.set(query, held)
  return held
}

/** Whether it is old, and what went wrong with it, stays as it is: nobody has read anything. */
function show(query: Query, held: Held) {
  held.isShowing = true
  query.setState({ data: held.changes.reduce((data, change) => change(data), held.told) })
  held.isShowing = false
}
