import { hashKey } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import {
  allSelected,
  emptySelection,
  pruneSelection,
  type Selection,
  toggleSelection,
} from './selection.ts'

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
