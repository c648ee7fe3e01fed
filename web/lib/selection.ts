import { hashKey } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'

/** Single rows, or all that match the filters except some, also rows that are not loaded. */
export type Selection = { isAll: boolean; ids: ReadonlySet<string> }

export const emptySelection: Selection = { isAll: false, ids: new Set() }
export const allSelected: Selection = { isAll: true, ids: new Set() }

export const isSelected = ({ isAll, ids }: Selection, id: string) => isAll !== ids.has(id)

/** `match`: how many rows match the filters. */
export const selectedCount = ({ isAll, ids }: Selection, match: number) =>
  isAll ? Math.max(0, match - ids.size) : ids.size

export function toggleSelection(selection: Selection, id: string, isOn: boolean): Selection {
  if (isSelected(selection, id) === isOn) return selection
  const ids = new Set(selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ...selection, ids }
}

/** Removes rows that have left the list. Returns the same object if none have. */
export function pruneSelection(selection: Selection, rows: readonly { id: string }[]): Selection {
  if (selection.isAll || selection.ids.size === 0) return selection
  const there = rows.filter(({ id }) => selection.ids.has(id))
  return there.length === selection.ids.size
    ? selection
    : { isAll: false, ids: new Set(there.map(({ id }) => id)) }
}

/**
 * The selected rows of a list. Nothing invisible may be changed: the selection ends when the filters change, and rows
 * that leave the list are deselected.
 */
export function useRowSelection<Filter>(filter: Filter, rows: readonly { id: string }[]) {
  const [picked, setPicked] = useState<Selection>(emptySelection)
  const [pickedIn, setPickedIn] = useState(filter)
  if (hashKey([pickedIn]) !== hashKey([filter])) {
    setPickedIn(filter)
    setPicked(emptySelection)
  }
  const selection = useMemo(() => pruneSelection(picked, rows), [picked, rows])
  const toggle = useCallback(
    (id: string, isOn: boolean) => setPicked((before) => toggleSelection(before, id, isOn)),
    [],
  )
  const selectAll = useCallback(
    (isOn: boolean) => setPicked(isOn ? allSelected : emptySelection),
    [],
  )
  return { selection, toggle, selectAll }
}
