import { useEffect, useState, useSyncExternalStore } from 'react'
import { DiscardQuestion } from '#web/form/unsaved-changes.tsx'
import { useHeldMove } from '#web/lib/router.tsx'
import type { CellEdits } from './cell-edits.ts'

const maxWaitMs = 1000

/** Delays leaving the page until edited cells are saved, and asks if that fails or takes too long. */
export function UnsavedCellsGuard({ edits }: { edits: CellEdits }) {
  const isUnsaved = useSyncExternalStore(edits.subscribe, () => edits.isUnsaved)
  const isStuck = useSyncExternalStore(edits.subscribe, () => edits.stuckCount > 0)
  const move = useHeldMove((now, next) => edits.isUnsaved && now.pathname !== next.pathname)
  const isHeld = move !== undefined
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isHeld) return undefined
    // Commits the open cell.
    document.querySelector<HTMLElement>('[role=grid] input')?.blur()
    const timer = setTimeout(() => setLate(true), maxWaitMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isHeld])
  useEffect(() => {
    if (isHeld && !isUnsaved) move.leave()
    // oxlint-disable-next-line react/exhaustive-deps -- when the answer comes, not on every new move object
  }, [isHeld, isUnsaved])
  return (
    <DiscardQuestion
      isOpen={isHeld && isUnsaved && (isStuck || isLate)}
      onKeep={() => move?.stay()}
      onDiscard={() => move?.leave()}
    />
  )
}
