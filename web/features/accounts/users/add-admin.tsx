import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { minPasswordLength } from '#contract/accounts/auth.ts'
import { createUser, newUser } from '#contract/accounts/users.ts'
import { PasswordField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { NameFields } from './user-fields.tsx'

const fields = newUser.pick({ firstName: true, lastName: true, email: true, password: true })

/** The button and its dialog; its texts are fixed (docs/product.md, "Users"). */
export function AddAdmin() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={UserPlus} onClick={() => setOpen(true)}>
        Add Maylab Admin
      </Button>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Add New Maylab Admin"
        description="Create a new administrator account with Maylab admin privileges."
        schema={fields}
        defaults={{ firstName: '', lastName: '', email: '', password: '' }}
        submitLabel="Create Admin"
        pendingLabel="Creating..."
        mutationFn={({ fields: person }, call) =>
          call(createUser, { body: { ...person, roles: ['maylab_admin'] } })
        }
        isSecret
        successToast={() => ({
          title: 'User created',
          description: 'The Maylab admin has been successfully created.',
        })}
        errorToast="Failed to create user"
      >
        <NameFields />
        <PasswordField
          name="password"
          label="Password"
          isRequired
          hint={`At least ${minPasswordLength} characters.`}
        />
      </FormDialog>
    </>
  )
}
