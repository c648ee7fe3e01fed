import { type RefObject, useEffect } from 'react'
import { useLeaveBlocker } from '#web/lib/use-leave-blocker.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type UnsavedChangesProps = {
  isDirty: boolean
  /** It has just been saved: navigation needs no question. */
  isDone: RefObject<boolean>
}

/** Asks before navigation discards what was typed. */
export function UnsavedChanges({ isDirty, isDone }: UnsavedChangesProps) {
  useUnloadQuestion(isDirty)
  // The router asks only the last blocker: a form without changes must not stand in front of another.
  return isDirty && <LeaveQuestion isDone={isDone} />
}

function LeaveQuestion({ isDone }: Pick<UnsavedChangesProps, 'isDone'>) {
  const blocker = useLeaveBlocker(
    ({ currentLocation: now, nextLocation: next }) =>
      !isDone.current && (now.pathname !== next.pathname || now.search !== next.search),
  )
  return (
    <DiscardQuestion
      isOpen={blocker.state === 'blocked'}
      onKeep={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  )
}

/** Lets the browser ask before the page is closed or reloaded. */
export function useUnloadQuestion(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
}

type DiscardQuestionProps = { isOpen: boolean; onKeep: () => void; onDiscard: () => void }

export const DiscardQuestion = ({ isOpen, onKeep, onDiscard }: DiscardQuestionProps) => (
  <ConfirmDialog
    isOpen={isOpen}
    onClose={onKeep}
    title="Leave without saving?"
    description="What you typed has not been saved and will be lost."
    cancelLabel="Keep editing"
    confirmLabel="Discard changes"
    onConfirm={onDiscard}
  />
)
