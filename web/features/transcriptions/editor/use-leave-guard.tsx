import { useEffect, useEffectEvent, useState } from 'react'
import { DiscardQuestion, useUnloadQuestion } from '#web/form/unsaved-changes.tsx'
import { useHeldMove } from '#web/lib/router.tsx'
import type { Corrections } from './use-corrections.ts'

const maxWaitMs = 3000

/** Saves the draft before leaving, and asks only if that fails or takes too long. */
export function useLeaveGuard({ isDraftSaved, hasUnsavedDraft, flush, abandonDraft }: Corrections) {
  const [pendingLeave, setPendingLeave] = useState<() => void>()
  const move = useHeldMove(
    (now, next) =>
      hasUnsavedDraft() && (now.pathname !== next.pathname || now.search !== next.search),
  )
  useUnloadQuestion(!isDraftSaved)
  const leave = (go: () => void) =>
    void Promise.race([flush(), timeout()]).then((isSafe) => {
      if (isSafe || !hasUnsavedDraft()) go()
      else setPendingLeave(() => go)
    })
  const isMoving = move !== undefined
  const onMove = useEffectEvent(() => leave(() => move?.leave()))
  useEffect(() => {
    if (isMoving) onMove()
  }, [isMoving])
  return {
    leave,
    question: (
      <DiscardQuestion
        isOpen={pendingLeave !== undefined}
        onKeep={() => {
          setPendingLeave(undefined)
          move?.stay()
        }}
        onDiscard={() => {
          setPendingLeave(undefined)
          abandonDraft()
          pendingLeave?.()
        }}
      />
    ),
  }
}

const timeout = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), maxWaitMs))
