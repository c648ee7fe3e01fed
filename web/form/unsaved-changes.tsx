import { type RefObject, useEffect } from 'react'
import { useHeldMove } from '#web/lib/router.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type UnsavedChangesProps = {
  isDirty: boolean
  /** It has just been saved: navigation needs no question. */
  isDone: RefObject<boolean>
}

/** Asks before navigation discards what was typed. */
export function UnsavedChanges({ isDirty, isDone }: UnsavedChangesProps) {
  const move = useHeldMove(
    (now, next) =>
      isDirty && !isDone.current && (now.pathname !== next.pathname || now.search !== next.search),
  )
  useUnloadQuestion(isDirty)
  return (
    <DiscardQuestion
      isOpen={move !== undefined}
      onKeep={() => move?.stay()}
      onDiscard={() => move?.leave()}
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
