import { type ReactNode, useRef } from 'react'
import { Skeleton } from './skeleton.tsx'
import { type RowSource, useVirtualRows } from './use-virtual-rows.ts'

type VirtualCardsProps<Row> = RowSource<Row> & {
  label: string
  /** What stands in one card. */
  renderRow: (row: Row) => ReactNode
}

/** A list of any length as cards, for phones: it scrolls with the page and draws the cards in view. */
export function VirtualCards<Row>({ label, renderRow, ...source }: VirtualCardsProps<Row>) {
  const body = useRef<HTMLUListElement>(null)
  const { placed, gapAfter, measure, ...handlers } = useVirtualRows(source, body)
  return (
    <ul ref={body} aria-label={label} className="[overflow-anchor:none]" {...handlers}>
      {placed.flatMap(({ item, gap }) => {
        const row = source.list.rows[item.index]
        return [
          gap > 0 && <li key={`before-${item.key}`} aria-hidden style={{ height: gap }} />,
          <li
            key={item.key}
            ref={measure}
            data-index={item.index}
            aria-setsize={source.list.isMatchAbout ? -1 : source.list.match}
            aria-posinset={item.index + 1}
            className="pb-3"
          >
            <div className="rounded-md border border-line bg-surface p-4">
              {row === undefined ? <Place height={source.rowHeight} /> : renderRow(row)}
            </div>
          </li>,
        ]
      })}
      {gapAfter > 0 && <li aria-hidden style={{ height: gapAfter }} />}
    </ul>
  )
}

const Place = ({ height }: { height: number }) => (
  <div style={{ height: height - 48 }}>
    <Skeleton className="h-4 w-2/3" />
    <span className="sr-only">Loading</span>
  </div>
)
