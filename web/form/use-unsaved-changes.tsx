import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type BlockerFunction, useBlocker, useLocation } from 'react-router'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type UnsavedChanges = {
  isUnsaved: boolean
  /** At the moment of leaving, which may be before the next render. */
  hasUnsaved?: () => boolean
  /** Called before the user is asked. Ends when it is time to ask, unless everything is saved by then. */
  save?: () => Promise<unknown>
  onDiscard?: () => void
  /** Stays while only the query of the URL changes. */
  isOfPage?: boolean
}

type Leaving = { go: () => void; stay: (() => void) | undefined; isAsked: boolean }

/** Asks before changes are lost: by `leave` before a close, by `question` before a navigation, and by the browser before it closes. */
export function useUnsavedChanges({
  isUnsaved,
  hasUnsaved = () => isUnsaved,
  save,
  onDiscard,
  isOfPage,
}: UnsavedChanges) {
  const [leaving, setLeaving] = useState<Leaving>()
  // From the click on: the router tells of a blocked navigation in a later render, which a save may come before.
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    // A registered listener keeps the page out of the browser's back/forward cache.
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])

  async function leave(go: () => void, stay?: () => void) {
    setBlocked(false)
    if (!hasUnsaved()) return go()
    setLeaving({ go, stay, isAsked: !save })
    await save?.()
    setLeaving((now) => now && { ...now, isAsked: true })
  }
  const end = (then?: () => void) => {
    setLeaving(undefined)
    then?.()
  }
  const isSaved = leaving !== undefined && !isUnsaved
  const goOn = useEffectEvent(() => end(leaving?.go))
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- what waited for the save goes on now
    if (isSaved) goOn()
  }, [isSaved])
  return {
    leave,
    question: (
      <>
        {/* The router asks only the last blocker: a form without changes must not stand in front of another. */}
        {(isUnsaved || leaving || isBlocked) && (
          <LeaveBlocker
            shouldBlock={({ currentLocation: now, nextLocation: next }) => {
              const leavesPage = now.pathname !== next.pathname
              const isLeaving = leavesPage || (!isOfPage && now.search !== next.search)
              if (!isLeaving || !hasUnsaved()) return false
              setBlocked(true)
              return true
            }}
            onBlocked={leave}
          />
        )}
        <ConfirmDialog
          isOpen={leaving !== undefined && leaving.isAsked && isUnsaved}
          onClose={() => end(leaving?.stay)}
          title="Leave without saving?"
          description="What you typed has not been saved and will be lost."
          cancelLabel="Keep editing"
          confirmLabel="Discard changes"
          onConfirm={() => {
            onDiscard?.()
            end(leaving?.go)
          }}
        />
      </>
    ),
  }
}

type LeaveBlockerProps = {
  shouldBlock: BlockerFunction
  onBlocked: (go: () => void, stay: () => void) => unknown
}

function LeaveBlocker({ shouldBlock, onBlocked }: LeaveBlockerProps) {
  const onBack = useQuickBack()
  const blocker = useBlocker((move) => {
    const isBlocked = shouldBlock(move)
    if (isBlocked && move.historyAction === 'POP') onBack()
    return isBlocked
  })
  const isBlocked = blocker.state === 'blocked'
  const ask = useEffectEvent(() =>
    onBlocked(
      () => blocker.proceed?.(),
      () => blocker.reset?.(),
    ),
  )
  useEffect(() => {
    if (isBlocked) ask()
  }, [isBlocked])
  return null
}

/** Milliseconds without another press before the browser is sent back. */
const pauseMs = 50

/**
 * Hides quick further presses of Back from the router until the browser has returned: it takes the next `popstate` for the
 * return, and would leave the address of another page. Called when Back is blocked.
 */
function useQuickBack() {
  const here = useRef(0)
  const returnsTo = useRef<number>(undefined)
  const { key } = useLocation()
  useEffect(() => {
    here.current = entryIndex()
  }, [key])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onPop = (event: PopStateEvent) => {
      if (returnsTo.current === undefined) return
      clearTimeout(timer)
      const by = returnsTo.current - entryIndex()
      if (by === 0) {
        returnsTo.current = undefined
        return
      }
      event.stopImmediatePropagation()
      timer = setTimeout(() => history.go(by), pauseMs)
    }
    // Before the router's own.
    addEventListener('popstate', onPop, { capture: true })
    return () => removeEventListener('popstate', onPop, { capture: true })
  }, [])
  return () => {
    returnsTo.current = here.current
  }
}

/** The router numbers the entries of the history. */
const entryIndex = () => (history.state as { idx?: number } | null)?.idx ?? 0
