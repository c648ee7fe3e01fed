import { useEffect, useState, useSyncExternalStore } from 'react'
import { DiscardQuestion } from '#web/form/unsaved-changes.tsx'
import { useHeldMove } from '#web/lib/router.tsx'
import type { CellEdits } from './cell-edits.ts'

/** Milliseconds that a way to another page waits for the answer of the server before it asks. */
const patience = 1000

/**
 * Holds the way to another page until the server has what was typed into cells, and asks where that does not come to be. A
 * drawer over the plan takes nothing away.
 */
export function UnsavedCells({ edits }: { edits: CellEdits }) {
  const isUnsaved = useSyncExternalStore(edits.subscribe, () => edits.isUnsaved)
  const isStuck = useSyncExternalStore(edits.subscribe, () => edits.stuck > 0)
  const move = useHeldMove((now, next) => edits.isUnsaved && now.pathname !== next.pathname)
  const isHeld = move !== undefined
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isHeld) return undefined
    // What stands in the open cell is kept, as by whatever else takes the focus.
    document.querySelector<HTMLElement>('[role=grid] input')?.blur()
    const timer = setTimeout(() => setLate(true), patience)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isHeld])
  useEffect(() => {
    if (isHeld && !isUnsaved) move.leave()
    // oxlint-disable-next-line react/exhaustive-deps -- when the answer comes, not whenever the move is made anew
  }, [isHeld, isUnsaved])
  return (
    <DiscardQuestion
      isOpen={isHeld && isUnsaved && (isStuck || isLate)}
      onKeep={() => move?.stay()}
      onDiscard={() => move?.leave()}
    />
  )
}
