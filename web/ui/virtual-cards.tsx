import { memo, useRef } from 'react'
import type { CardPlace, Column } from './column.ts'
import { Fact, Facts } from './facts.tsx'
import { Skeleton } from './skeleton.tsx'
import { type RowSource, useVirtualRows } from './use-virtual-rows.ts'

type VirtualCardsProps<Row> = RowSource<Row> & {
  label: string
  columns: readonly Column<Row, string>[]
}

/** A list of any length as cards, for phones. */
export function VirtualCards<Row>({ label, columns, ...source }: VirtualCardsProps<Row>) {
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
            aria-setsize={source.list.isMatchCapped ? -1 : source.list.match}
            aria-posinset={item.index + 1}
            className="pb-3"
          >
            <div className="relative rounded-md border border-line bg-surface p-4">
              {row === undefined ? (
                <CardSkeleton height={source.rowHeight} />
              ) : (
                <RowCard row={row} columns={columns as readonly Column<unknown, string>[]} />
              )}
            </div>
          </li>,
        ]
      })}
      {gapAfter > 0 && <li aria-hidden style={{ height: gapAfter }} />}
    </ul>
  )
}

type RowCardProps = { row: unknown; columns: readonly Column<unknown, string>[] }

const RowCard = memo(function RowCard({ row, columns }: RowCardProps) {
  const at = (place: CardPlace) =>
    columns
      .filter(({ onPhone }) => onPhone === place)
      .map(({ id, cell }) => (
        <div key={id} className="min-w-0">
          {cell(row)}
        </div>
      ))
  const facts = columns.flatMap(({ id, cell, onPhone }) =>
    typeof onPhone === 'object' ? [{ id, cell, ...onPhone }] : [],
  )
  const [lines, foot] = [at('line'), at('foot')]
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        {at('head')}
        <div className="flex shrink-0 items-center gap-3">{at('corner')}</div>
      </div>
      {lines.length > 0 && <div className="mt-3 flex flex-col gap-2">{lines}</div>}
      {facts.length > 0 && (
        <Facts className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3">
          {facts.map(({ id, fact, isWide, cell }) => (
            <Fact key={id} name={fact} {...(isWide && { isWide })}>
              {cell(row)}
            </Fact>
          ))}
        </Facts>
      )}
      {foot.length > 0 && (
        // Full-width buttons on cards.
        <div className="mt-4 [&>div>:is(a,button)]:h-10 [&>div>:is(a,button)]:w-full">{foot}</div>
      )}
    </>
  )
})

const CardSkeleton = ({ height }: { height: number }) => (
  <div style={{ height: height - 48 }}>
    <Skeleton className="h-4 w-2/3" />
    <span className="sr-only">Loading</span>
  </div>
)
