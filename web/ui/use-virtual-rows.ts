import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import type { ListRows } from './list-body.tsx'

export type RowSource<Row> = {
  list: ListRows<Row>
  /** Stays the same when rows are added before it. */
  rowKey: (row: Row) => string
  /** An estimate in pixels; rows are measured. */
  rowHeight: number
}

/** Rows before the end at which the next page is requested. */
const prefetchDistance = 80
/** Placeholder rows after the last loaded row. */
const maxEmptyRows = 40

type PlacedRow = {
  item: VirtualItem
  /** Pixels of undrawn rows before this one. */
  gap: number
}

/**
 * The rows of a long list that are in view while the page scrolls. The row with the focus stays in the DOM, so the focus is
 * never lost. `body` is the parent of the rows.
 */
export function useVirtualRows<Row>(
  { list, rowKey, rowHeight }: RowSource<Row>,
  body: RefObject<HTMLElement | null>,
) {
  const { rows, match, isMatchCapped, hasMore, isLoadingMore, loadMore, moreFailure } = list
  const [focused, setFocused] = useState<number | null>(null)
  const top = useTop(body, `${match} ${rows.length}`)
  const left = isMatchCapped ? maxEmptyRows : Math.max(0, match - rows.length)
  const count = rows.length + (hasMore ? Math.min(maxEmptyRows, left) : 0)
  // oxlint-disable-next-line react/incompatible-library -- it redraws by itself, and none of its functions leaves this hook but the ref
  const virtual = useWindowVirtualizer<HTMLElement>({
    count,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? `place-${index}` : rowKey(row)
    },
    overscan: 6,
    scrollMargin: top,
    // React 19 renders scroll events in time, and warns about flushSync in an effect.
    useFlushSync: false,
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), focused, range.count),
  })

  const items = virtual.getVirtualItems()
  const lastInView = virtual.range?.endIndex ?? 0
  const isNearEnd = lastInView >= rows.length - prefetchDistance
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore && !moreFailure) loadMore()
  })

  const placed = items.map((item, index): PlacedRow => ({
    item,
    gap: item.start - (items[index - 1]?.end ?? top),
  }))
  return {
    placed,
    gapAfter: Math.max(0, virtual.getTotalSize() + top - (items.at(-1)?.end ?? top)),
    measure: virtual.measureElement,
    onFocus: (event: FocusEvent<HTMLElement>) => setFocused(getRow(event)),
    onBlur: () => setFocused(null),
  }
}

/** Pixels from the top of the page to the first row. */
function useTop(body: RefObject<HTMLElement | null>, shown: string) {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (body.current) setTop(body.current.getBoundingClientRect().top + window.scrollY)
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [body, shown])
  return top
}

const withRow = (shown: number[], row: number | null, count: number) =>
  row === null || row >= count || shown.includes(row)
    ? shown
    : [...shown, row].toSorted((a, b) => a - b)

/** Null for a popup that belongs to the list only in React's tree. */
function getRow({ target, currentTarget }: { target: EventTarget; currentTarget: HTMLElement }) {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return null
  const index = target.closest('[data-index]')?.getAttribute('data-index')
  return index == null ? null : Number(index)
}
