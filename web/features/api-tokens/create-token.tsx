import { z } from 'zod'
import {
  apiTokenForm,
  createApiToken,
  type TokenAccess,
  type TokenNoun,
  tokenNouns,
} from '#contract/api-tokens.ts'
import { TextField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { nounLabels } from './token-labels.ts'

const none = 'none'
const accessOptions = [
  { value: none, label: 'No access' },
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
]
const lifetimes = [30, 90, 180, 365].map((days) => ({ value: `${days}`, label: `${days} days` }))

const toScopes = (chosen: Record<string, string>) =>
  Object.fromEntries(Object.entries(chosen).filter(([, access]) => access !== none)) as Partial<
    Record<TokenNoun, TokenAccess>
  >

const fields = z.object({
  name: apiTokenForm.shape.name,
  days: z.string(),
  scopes: z
    .record(z.string(), z.string())
    .refine((chosen) => Object.keys(toScopes(chosen)).length > 0, {
      // Shown at the first of them.
      path: [tokenNouns[0]],
      error: 'Choose at least one permission',
    }),
})
const defaults = {
  name: '',
  days: '90',
  scopes: Object.fromEntries(tokenNouns.map((noun) => [noun, none])),
}

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
      call(createApiToken, { body: { name, days: Number(days), scopes: toScopes(scopes) } })
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
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">Permissions</legend>
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        {tokenNouns.map((noun) => (
          <SelectField
            key={noun}
            name={`scopes.${noun}`}
            label={nounLabels[noun]}
            options={accessOptions}
          />
        ))}
      </div>
    </fieldset>
  </FormDialog>
)
