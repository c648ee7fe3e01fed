import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'

type VirtualListProps<Row> = {
  label: string
  rows: readonly Row[]
  /** Stays the same when rows are added before it. */
  rowKey: (row: Row) => string | number
  /** An estimate in pixels; rows are measured. */
  rowHeight: number
  /** The index of the row to scroll to; it stays in the DOM. */
  inView?: number | undefined
  /** Without focusable rows the list takes the focus, so that arrow keys scroll it. */
  isOnlyRead?: boolean
  className: string
  children: (row: Row, index: number) => ReactNode
}

/** A long list in a scroll area: only the rows in view and the focused one are in the DOM. */
export function VirtualList<Row>({
  label,
  rows,
  rowKey,
  rowHeight,
  inView = -1,
  isOnlyRead = false,
  className,
  children,
}: VirtualListProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState(-1)
  // oxlint-disable-next-line react/incompatible-library -- it redraws by itself, and none of its functions leaves this list but the ref
  const virtual = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row)
    },
    overscan: 6,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const shown = new Set(defaultRangeExtractor(range))
      for (const index of [focused, inView]) if (index >= 0 && index < range.count) shown.add(index)
      return [...shown].toSorted((one, other) => one - other)
    },
  })
  useEffect(() => {
    if (inView >= 0) virtual.scrollToIndex(inView, { align: 'auto' })
    // oxlint-disable-next-line react/exhaustive-deps -- only where another row is to be in view
  }, [inView])
  return (
    <div
      ref={box}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={isOnlyRead ? 0 : undefined}
      className={classNames('relative overflow-y-auto', className)}
      onFocus={({ target }) =>
        setFocused(Number(target.closest('[data-index]')?.getAttribute('data-index') ?? -1))
      }
      onBlur={() => setFocused(-1)}
    >
      <ol aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          return (
            row !== undefined && (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={rows.length}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                {children(row, index)}
              </li>
            )
          )
        })}
      </ol>
    </div>
  )
}
