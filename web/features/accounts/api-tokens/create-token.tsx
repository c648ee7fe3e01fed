import { useController } from 'react-hook-form'
import { z } from 'zod'
import {
  apiTokenForm,
  createApiToken,
  readOnlyNouns,
  type TokenAccess,
  tokenNouns,
  type TokenScopes,
} from '#contract/accounts/api-tokens.ts'
import { TextField, useFieldError } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { nounLabels } from './token-labels.ts'

const none = 'none'
const readOptions = [
  { value: none, label: 'No access' },
  { value: 'read', label: 'Read' },
]
const accessOptions = [...readOptions, { value: 'write', label: 'Read and write' }]
const lifetimes = [30, 90, 180, 365].map((days) => ({ value: `${days}`, label: `${days} days` }))

const fields = apiTokenForm.extend({ days: z.string() })
const defaults: z.input<typeof fields> = { name: '', days: '90', scopes: {} }

type CreateTokenProps = {
  isOpen: boolean
  onClose: () => void
  onCreated: (created: { token: string }) => void
}

export const CreateToken = ({ onCreated, ...dialog }: CreateTokenProps) => (
  <FormDialog
    {...dialog}
    size="lg"
    title="Create API token"
    description="A program that sends this token acts in your name, within these permissions."
    schema={fields}
    defaults={defaults}
    submitLabel="Create token"
    pendingLabel="Creating..."
    mutationFn={({ fields: { name, days, scopes } }, call) =>
      call(createApiToken, { body: { name, days: Number(days), scopes } })
    }
    isSecret
    successToast={({ name }) => ({ title: 'API token created', description: name })}
    errorToast="Failed to create the API token"
    onSuccess={onCreated}
  >
    <TextField
      name="name"
      label="Name"
      hint="What will use it, such as Monthly report."
      isRequired
    />
    <SelectField name="days" label="Expires after" options={lifetimes} />
    <ScopesField />
  </FormDialog>
)

const errorId = 'api-token-scopes-error'

function ScopesField() {
  const { field } = useController({ name: 'scopes' })
  const scopes = field.value as TokenScopes
  const error = useFieldError('scopes')
  return (
    <fieldset
      aria-describedby={error ? errorId : undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend className="mb-3 text-base font-semibold">Permissions</legend>
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        {tokenNouns.map((noun, index) => (
          <Field key={noun} label={nounLabels[noun]}>
            {(control) => (
              <Select
                {...control}
                ref={index === 0 ? field.ref : undefined}
                options={readOnlyNouns.includes(noun) ? readOptions : accessOptions}
                value={scopes[noun] ?? none}
                onValueChange={(access) => {
                  const { [noun]: _previous, ...others } = scopes
                  field.onChange(
                    access === none ? others : { ...others, [noun]: access as TokenAccess },
                  )
                }}
              />
            )}
          </Field>
        ))}
      </div>
      {error && (
        <div className="mt-1.5">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}
