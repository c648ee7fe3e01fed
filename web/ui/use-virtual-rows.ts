import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { ListRows } from './list-body.tsx'

export type RowSource<Row> = {
  list: ListRows<Row>
  /** Stays with the row when others come before it. */
  rowKey: (row: Row) => string
  /** Pixels, roughly: what is drawn is measured. */
  rowHeight: number
}

/** Rows from the end at which the next ones are asked for, so that they are there before one sees the end. */
const prefetchDistance = 80
/** Empty places after the last row that came: as far as one can scroll while the next ones come. */
const maxEmptyRows = 40

type Place = {
  item: VirtualItem
  /** Pixels of rows that are not drawn, before this one. */
  gap: number
}

/**
 * The few rows of a long list that are in view while the page scrolls. A row that holds the focus stays drawn wherever
 * one scrolls to, so the focus is never lost; the up and down keys move it to the same control of the row above or
 * below. `body` is what the rows stand in.
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
    // React 19 draws scroll events in time by itself, and complains about a forced drawing in an effect.
    useFlushSync: false,
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), focused, range.count),
  })

  const wanted = useRef<number>(null)
  const control = useRef(0)
  useEffect(() => {
    if (wanted.current === null || !body.current) return
    focusControl(body.current, wanted.current, control.current)
    wanted.current = null
  })

  const items = virtual.getVirtualItems()
  const lastInView = virtual.range?.endIndex ?? 0
  const isNearEnd = lastInView >= rows.length - prefetchDistance
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore && !moreFailure) loadMore()
  })

  const placed = items.map((item, index): Place => ({
    item,
    gap: item.start - (items[index - 1]?.end ?? top),
  }))
  return {
    placed,
    gapAfter: Math.max(0, virtual.getTotalSize() + top - (items.at(-1)?.end ?? top)),
    measure: virtual.measureElement,
    onFocus: (event: FocusEvent<HTMLElement>) => setFocused(rowOf(event)),
    onBlur: () => setFocused(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const row = rowOf(event)
      if (!step || row === null || event.altKey || event.ctrlKey || event.metaKey) return
      if (event.defaultPrevented || hasOwnArrows(event.target)) return
      const next = row + step
      if (next < 0 || next >= rows.length) return
      event.preventDefault()
      wanted.current = next
      control.current = controlOf(event) ?? control.current
      // Which draws it.
      setFocused(next)
    },
  }
}

/** Pixels from the top of the page to where the rows begin; measured anew when what is shown has changed. */
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

/** The row that the event happened in; null for what floats above the list and only belongs to it in React. */
function rowOf({ target, currentTarget }: { target: EventTarget; currentTarget: HTMLElement }) {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return null
  const index = target.closest('[data-index]')?.getAttribute('data-index')
  return index == null ? null : Number(index)
}

const withArrows =
  'select, textarea, input:not([type="checkbox"]), [role="combobox"], [role="radio"], [role="tab"], [role="slider"], [aria-haspopup], [contenteditable]'

/** A control that the arrow keys work, such as a list of options in a row: they are its own there. */
const hasOwnArrows = (target: EventTarget) =>
  target instanceof Element && target.closest(withArrows) !== null

const controls = 'a[href], button:enabled, input:enabled, [tabindex="0"]'

/** Which of its row's controls it is: -1 for the last one. Undefined for the only one, which stands for each. */
function controlOf({ target }: { target: EventTarget }) {
  if (!(target instanceof Element)) return undefined
  const all = [...(target.closest('[data-index]')?.querySelectorAll(controls) ?? [])]
  if (all.length < 2) return undefined
  return all.at(-1) === target ? -1 : all.indexOf(target)
}

/** The browser scrolls it into view. */
function focusControl(body: HTMLElement, row: number, control: number) {
  const all = [...body.querySelectorAll<HTMLElement>(`[data-index="${row}"] :is(${controls})`)]
  ;(all.at(control) ?? all.at(-1))?.focus()
}
