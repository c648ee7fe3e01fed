import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLeaveBlocker } from '#web/lib/use-leave-blocker.ts'
import { DiscardQuestion } from '#web/form/unsaved-changes.tsx'
import type { CellEdits } from './cell-edits.ts'

const maxWaitMs = 1000

/** Delays leaving the page until edited cells are saved, and asks if that fails or takes too long. */
export function UnsavedCellsGuard({ edits }: { edits: CellEdits }) {
  const isUnsaved = useSyncExternalStore(edits.subscribe, () => edits.isUnsaved)
  const isStuck = useSyncExternalStore(edits.subscribe, () => edits.stuckCount > 0)
  const blocker = useLeaveBlocker(
    ({ currentLocation, nextLocation }) =>
      edits.isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  const isBlocked = blocker.state === 'blocked'
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isBlocked) return undefined
    // Commits the open cell.
    document.querySelector<HTMLElement>('[role=grid] input')?.blur()
    const timer = setTimeout(() => setLate(true), maxWaitMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isBlocked])
  useEffect(() => {
    if (isBlocked && !isUnsaved) blocker.proceed()
    // oxlint-disable-next-line react/exhaustive-deps -- when the answer comes, not at every new blocker object
  }, [isBlocked, isUnsaved])
  return (
    <DiscardQuestion
      isOpen={isBlocked && isUnsaved && (isStuck || isLate)}
      onKeep={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  )
}
