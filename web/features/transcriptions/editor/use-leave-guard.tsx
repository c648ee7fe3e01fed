import { useEffect, useEffectEvent, useState } from 'react'
import { DiscardQuestion, useUnloadQuestion } from '#web/form/unsaved-changes.tsx'
import { useHeldMove } from '#web/lib/router.tsx'
import type { Corrections } from './use-corrections.ts'

/** Milliseconds that a move waits for a draft to be kept before it is asked about. */
const patience = 3000

/** Whoever leaves corrections is asked only where the draft cannot be kept; else it is kept, and they go. */
export function useLeaveGuard({ isKept, isAtStake, flush, giveUp }: Corrections) {
  const [held, setHeld] = useState<() => void>()
  const move = useHeldMove(
    (now, next) => isAtStake() && (now.pathname !== next.pathname || now.search !== next.search),
  )
  useUnloadQuestion(!isKept)
  const leave = (go: () => void) =>
    void Promise.race([flush(), late()]).then((isSafe) => {
      if (isSafe || !isAtStake()) go()
      else setHeld(() => go)
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
        isOpen={held !== undefined}
        onKeep={() => {
          setHeld(undefined)
          move?.stay()
        }}
        onDiscard={() => {
          setHeld(undefined)
          giveUp()
          held?.()
        }}
      />
    ),
  }
}

const late = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), patience))
