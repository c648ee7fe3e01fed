import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ApiForm } from './api-form.tsx'
import { type ApiFormOptions, useApiForm } from './use-api-form.ts'
import { useUnsavedChanges } from './use-unsaved-changes.tsx'

type FormDialogProps<Fields extends FieldValues, Checked, Data> = ApiFormOptions<
  Fields,
  Checked,
  Data
> &
  Pick<DialogProps, 'title' | 'description' | 'size'> & {
    isOpen: boolean
    onClose: () => void
    submitLabel: string
    pendingLabel?: string
    tone?: 'danger'
    children: ReactNode
    /** Shown above the fields after a failure. */
    renderError?: (error: Error) => ReactNode
    /** Shown instead of the fields until the defaults have loaded. */
    loading?: ReactNode
    /** Content below the form that is not part of it. */
    afterFields?: ReactNode
  }

/**
 * A form in a dialog. Starts over each time it opens, closes on success, and asks before Escape, the close button, a click
 * outside or navigation discards what was typed. Cancel does not ask.
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
  tone,
  children,
  renderError,
  loading = <Spinner label="Loading" />,
  afterFields,
  ...options
}: FormDialogProps<Fields, Checked, Data>) {
  const form = useApiForm({
    ...options,
    // It stays mounted while it closes.
    draftKey: isOpen ? options.draftKey : undefined,
    onSuccess: (data, sent) => {
      onClose()
      options.onSuccess?.(data, sent)
    },
  })
  const { isPending, isReady, unsaved, error, id } = form
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Opened before the fields had loaded: move the focus to the first, unless the user has moved on.
    if (isReady && document.activeElement === cancel.current)
      document.getElementById(id)?.querySelector<HTMLElement>(':enabled')?.focus()
  }, [isReady, id])
  const { leave, question } = useUnsavedChanges({
    isUnsaved: isOpen && unsaved.isUnsaved,
    hasUnsaved: () => isOpen && unsaved.hasUnsaved(),
  })
  return (
    <Dialog
      isOpen={isOpen}
      // What was typed is still needed if the request fails.
      onClose={() => void (isPending || leave(onClose))}
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
            variant={tone ?? 'primary'}
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
      {error && renderError?.(error)}
      {isReady ? <ApiForm form={form}>{children}</ApiForm> : loading}
      {isReady && afterFields}
      {question}
    </Dialog>
  )
}
