import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type UnsavedChangesProps = {
  isDirty: boolean
  /** It is saved already: what follows from that is not held up. */
  isDone: RefObject<boolean>
}

/** Asks before another page, tab or row takes the place of what was typed. All of these stand in the URL. */
export function UnsavedChanges({ isDirty, isDone }: UnsavedChangesProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !isDone.current &&
      (currentLocation.pathname !== nextLocation.pathname ||
        currentLocation.search !== nextLocation.search),
  )
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  return (
    <DiscardQuestion
      isOpen={blocker.state === 'blocked'}
      onKeep={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  )
}

type DiscardQuestionProps = { isOpen: boolean; onKeep: () => void; onDiscard: () => void }

/** The question before what was typed is lost. */
export const DiscardQuestion = ({ isOpen, onKeep, onDiscard }: DiscardQuestionProps) => (
  <ConfirmDialog
    isOpen={isOpen}
    onOpenChange={(next) => {
      if (!next) onKeep()
    }}
    title="Leave without saving?"
    description="What you typed has not been saved and will be lost."
    cancelLabel="Keep editing"
    confirmLabel="Discard changes"
    onConfirm={onDiscard}
  />
)
