import { zodResolver } from '@hookform/resolvers/zod'
import { UserPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { minimumPasswordLength } from '#contract/auth.ts'
import { newUser } from '#contract/users.ts'
import { showServerFields } from '#web/lib/server-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { NameFields } from './name-fields.tsx'
import { useCreateUser } from './use-user-writes.ts'

/** The button and its dialog; texts of specification part 1, sections 2 and 5, word for word. */
export function AddAdmin() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={UserPlus} onClick={() => setOpen(true)}>
        Add Maylab Admin
      </Button>
      <AddAdminDialog isOpen={isOpen} onOpenChange={setOpen} />
    </>
  )
}

const fields = newUser.pick({ firstName: true, lastName: true, email: true, password: true })
const names = ['firstName', 'lastName', 'email', 'password'] as const
const empty = { firstName: '', lastName: '', email: '', password: '' }

type AddAdminDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

function AddAdminDialog({ isOpen, onOpenChange }: AddAdminDialogProps) {
  const formId = useId()
  const form = useForm({ resolver: zodResolver(fields), defaultValues: empty })
  const { register, handleSubmit, setError, reset, formState } = form
  const creation = useCreateUser({
    onSuccess: () => close(),
    onError: (error) => showServerFields(error, names, setError),
  })
  const close = () => {
    onOpenChange(false)
    reset(empty)
  }
  const submit = handleSubmit((person) => creation.mutate({ ...person, roles: ['maylab_admin'] }))
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        // What was typed is needed until it is known how the attempt ended.
        if (!next && !creation.isPending) close()
      }}
      title="Add New Maylab Admin"
      description="Create a new administrator account with Maylab admin privileges."
      footer={
        <>
          <Button variant="secondary" disabled={creation.isPending} onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            isPending={creation.isPending}
            pendingLabel="Creating..."
          >
            Create Admin
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          id={formId}
          noValidate
          onSubmit={(event) => void submit(event)}
          className="flex flex-col gap-4"
        >
          <NameFields />
          <Field
            label="Password"
            isRequired
            hint={`At least ${minimumPasswordLength} characters.`}
            error={formState.errors.password?.message}
          >
            {(control) => (
              <Input
                type="password"
                autoComplete="new-password"
                {...control}
                {...register('password')}
              />
            )}
          </Field>
        </form>
      </FormProvider>
    </Dialog>
  )
}
