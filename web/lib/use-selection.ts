import { useCallback, useMemo, useState } from 'react'
import { everybody, nobody, onlyAmong, type Selection, toggled } from './selection.ts'

/**
 * Which rows of a list are selected. What one cannot see any more must not be changed: a selection ends with the filters
 * that it was made in, and one of single rows loses those that have left the list.
 */
export function useSelection<Filter>(
  filter: Filter,
  isSame: (a: Filter, b: Filter) => boolean,
  rows: readonly { id: string }[],
) {
  const [picked, setPicked] = useState<Selection>(nobody)
  const [pickedIn, setPickedIn] = useState(filter)
  if (!isSame(pickedIn, filter)) {
    setPickedIn(filter)
    setPicked(nobody)
  }
  const selection = useMemo(() => onlyAmong(picked, rows), [picked, rows])
  const toggle = useCallback(
    (id: string, isOn: boolean) => setPicked((before) => toggled(before, id, isOn)),
    [],
  )
  const selectAll = useCallback((isOn: boolean) => setPicked(isOn ? everybody : nobody), [])
  return { selection, toggle, selectAll }
}
