import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { moveItem } from './move-item.ts'
import { useRowDrag } from './use-row-drag.ts'

type SortableListProps<Item> = {
  /** What is put in order. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
  onOrder: (items: Item[]) => void
  renderItem: (item: Item) => ReactNode
}

/**
 * Rows in an order that one changes: by dragging a row's handle, by its arrows, or by the arrow keys on the handle. The
 * focus stays with the row that moves, and its new place is read out.
 */
export function SortableList<Item>({
  label,
  items,
  keyOf,
  nameOf,
  onOrder,
  renderItem,
}: SortableListProps<Item>) {
  const list = useRef<HTMLOListElement>(null)
  const hintId = useId()
  const [said, setSaid] = useState('')
  const move = (from: number, to: number) => {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length) return
    onOrder(moveItem(items, from, to))
    setSaid(`${nameOf(item)} is now ${to + 1} of ${items.length}`)
  }
  const { handle, isDragged, shiftOf } = useRowDrag(list, move)
  return (
    <div className="w-full">
      <ol ref={list} aria-label={label} className="flex flex-col gap-2">
        {items.map((item, index) => {
          const name = nameOf(item)
          const shift = shiftOf(index)
          return (
            <li
              key={keyOf(item)}
              style={shift === undefined ? undefined : { transform: `translateY(${shift}px)` }}
              className={classNames(
                'flex items-center gap-2 rounded-md border border-line bg-surface p-2',
                isDragged(index) && 'relative z-10 shadow-float',
                shift !== undefined && !isDragged(index) && 'transition-transform',
              )}
            >
              <button
                type="button"
                aria-label={`Move ${name}`}
                aria-describedby={hintId}
                {...handle(index)}
                onKeyDown={(event) => {
                  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
                  if (step === undefined) return
                  event.preventDefault()
                  move(index, index + step)
                }}
                className="flex size-8 shrink-0 touch-none cursor-grab items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink active:cursor-grabbing"
              >
                <GripVertical aria-hidden size={16} />
              </button>
              <div className="min-w-0 flex-1">{renderItem(item)}</div>
              {/* Not `disabled` at the ends: the focus would be lost on the way there. */}
              <IconButton
                label={`Move ${name} up`}
                icon={ArrowUp}
                size="sm"
                aria-disabled={index === 0}
                className="aria-disabled:opacity-55"
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                label={`Move ${name} down`}
                icon={ArrowDown}
                size="sm"
                aria-disabled={index === items.length - 1}
                className="aria-disabled:opacity-55"
                onClick={() => move(index, index + 1)}
              />
            </li>
          )
        })}
      </ol>
      <p id={hintId} className="sr-only">
        Drag it, or press the up and down arrow keys.
      </p>
      <output className="sr-only">{said}</output>
    </div>
  )
}
