import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { moveItem, useRowDrag } from './use-row-drag.ts'

type SortableListProps<Item> = {
  label: string
  items: readonly Item[]
  toKey: (item: Item) => string
  nameOf: (item: Item) => string
  onOrder: (items: Item[]) => void
  renderItem: (item: Item) => ReactNode
}

/**
 * Rows that are reordered by dragging the handle, by buttons, or by arrow keys on the handle. The new position is read out.
 */
export function SortableList<Item>({
  label,
  items,
  toKey,
  nameOf,
  onOrder,
  renderItem,
}: SortableListProps<Item>) {
  const list = useRef<HTMLOListElement>(null)
  const hintId = useId()
  const [announcement, setAnnouncement] = useState('')
  const move = (from: number, to: number) => {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length) return
    onOrder(moveItem(items, from, to))
    setAnnouncement(`${nameOf(item)} is now ${to + 1} of ${items.length}`)
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
              key={toKey(item)}
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
              {/* `disabled` at the ends would lose the focus. */}
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
      <output className="sr-only">{announcement}</output>
    </div>
  )
}
