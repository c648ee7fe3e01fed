import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

type FormDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** How a form stands in a dialog: the button of the footer submits it, the first wrong field gets the focus. */
export function FormDialog({ isOpen, onOpenChange }: FormDialogProps) {
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('name')
    if (!(field instanceof HTMLInputElement)) return
    if (field.value.trim()) return close()
    setError('Give the session type a name.')
    field.focus()
  }
  const close = () => {
    setError(undefined)
    onOpenChange(false)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Add session type"
      description="Coaches choose it when they schedule a session."
      size="sm"
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form="showcase-form">
            Add session type
          </Button>
        </>
      }
    >
      <form id="showcase-form" noValidate onSubmit={submit}>
        <Field label="Name" isRequired error={error}>
          {(control) => <Input {...control} name="name" />}
        </Field>
      </form>
    </Dialog>
  )
}
