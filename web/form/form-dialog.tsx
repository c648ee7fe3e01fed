import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Bound } from './bound.tsx'
import { DiscardQuestion, UnsavedChanges } from './unsaved-changes.tsx'
import { type BoundFormOptions, useBoundForm } from './use-bound-form.ts'

type FormDialogProps<Fields extends FieldValues, Checked, Data> = BoundFormOptions<
  Fields,
  Checked,
  Data
> &
  Pick<DialogProps, 'title' | 'description' | 'size'> & {
    isOpen: boolean
    onClose: () => void
    submitLabel: string
    pendingLabel?: string
    /** The fields. */
    children: ReactNode
    /** Above the fields, once an attempt has failed: what is safe. */
    whenFailed?: (error: Error) => ReactNode
    /** In place of the fields, while the defaults are on their way. */
    meanwhile?: ReactNode
    /** What belongs to the row and not to the form. */
    below?: ReactNode
  }

/**
 * A form above the page. It begins anew each time it is opened, closes when the server has said yes, and asks before
 * Escape, the cross, a click beside it or the way to another page throws away what was typed. Cancel does not ask.
 */
export function FormDialog<Fields extends FieldValues, Checked, Data>(
  props: FormDialogProps<Fields, Checked, Data>,
) {
  const { isOpen } = props
  const [turn, setTurn] = useState(0)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setTurn(turn + 1)
  }
  return turn > 0 && <OpenedForm key={turn} {...props} />
}

function OpenedForm<Fields extends FieldValues, Checked, Data>({
  isOpen,
  onClose,
  title,
  description,
  size,
  submitLabel,
  pendingLabel,
  children,
  whenFailed,
  meanwhile = <Spinner label="Loading" />,
  below,
  ...options
}: FormDialogProps<Fields, Checked, Data>) {
  const [isAsking, setAsking] = useState(false)
  const bound = useBoundForm({
    ...options,
    // Closed, it goes on to stand here with what was typed.
    keepAs: isOpen ? options.keepAs : undefined,
    onSuccess: (data, sent) => {
      onClose()
      options.onSuccess?.(data, sent)
    },
  })
  const { isPending, isReady, isDirty, isDone, error, id } = bound
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The opening found no field yet. Whoever has moved on meanwhile stays there.
    if (isReady && document.activeElement === cancel.current)
      document.getElementById(id)?.querySelector<HTMLElement>(':enabled')?.focus()
  }, [isReady, id])
  const isAtStake = isOpen && isDirty
  const leave = () => {
    // What was typed is needed until it is known how the attempt ended.
    if (isPending) return
    if (isAtStake) setAsking(true)
    else onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      title={title}
      description={description}
      {...(size && { size })}
      footer={
        <>
          <Button ref={cancel} variant="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            disabled={!isReady}
            isPending={isPending}
            {...(pendingLabel && { pendingLabel })}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      {error && whenFailed?.(error)}
      {isReady ? <Bound bound={bound}>{children}</Bound> : meanwhile}
      {isReady && below}
      <DiscardQuestion
        isOpen={isAsking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          onClose()
        }}
      />
      {isAtStake && <UnsavedChanges isDirty isDone={isDone} />}
    </Dialog>
  )
}
