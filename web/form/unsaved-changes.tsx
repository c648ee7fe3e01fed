import { type RefObject, useEffect } from 'react'
import { useHeldMove } from '#web/lib/router.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type UnsavedChangesProps = {
  isDirty: boolean
  /** It is saved already: what follows from that is not held up. */
  isDone: RefObject<boolean>
}

/** Asks before another page, tab or row takes the place of what was typed. All of these stand in the URL. */
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

/** Lets the browser ask before the page is closed or loaded anew. */
export function useUnloadQuestion(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
}

type DiscardQuestionProps = { isOpen: boolean; onKeep: () => void; onDiscard: () => void }

/** The question before what was typed is lost. */
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
