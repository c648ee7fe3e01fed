import { useEffect, useEffectEvent, useState } from 'react'
import { useLeaveBlocker } from '#web/lib/use-leave-blocker.ts'
import { DiscardQuestion, useUnloadQuestion } from '#web/form/unsaved-changes.tsx'
import type { Corrections } from './use-corrections.ts'

const maxWaitMs = 3000

/** Saves the draft before leaving, and asks only if that fails or takes too long. */
export function useLeaveGuard({ isDraftSaved, hasUnsavedDraft, flush, abandonDraft }: Corrections) {
  const [pendingLeave, setPendingLeave] = useState<() => void>()
  const blocker = useLeaveBlocker(
    ({ currentLocation: now, nextLocation: next }) =>
      hasUnsavedDraft() && (now.pathname !== next.pathname || now.search !== next.search),
  )
  useUnloadQuestion(!isDraftSaved)
  const leave = (go: () => void) =>
    void Promise.race([flush(), timeout()]).then((isSafe) => {
      if (isSafe || !hasUnsavedDraft()) go()
      else setPendingLeave(() => go)
    })
  const isBlocked = blocker.state === 'blocked'
  const onBlocked = useEffectEvent(() => leave(() => blocker.proceed?.()))
  useEffect(() => {
    if (isBlocked) onBlocked()
  }, [isBlocked])
  return {
    leave,
    question: (
      <DiscardQuestion
        isOpen={pendingLeave !== undefined}
        onKeep={() => {
          setPendingLeave(undefined)
          blocker.reset?.()
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
