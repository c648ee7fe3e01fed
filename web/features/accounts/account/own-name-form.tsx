import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { type Account, changeMyName, getMyAccount, ownName } from '#contract/accounts/account.ts'
import { ApiForm } from '#web/form/api-form.tsx'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { useUnsavedChanges } from '#web/form/use-unsaved-changes.tsx'
import { useApiForm } from '#web/form/use-api-form.ts'
import { call } from '#web/lib/api.ts'
import { formatPersonInitials } from '#web/lib/person-names.ts'
import { queryFor } from '#web/lib/query.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'

const toFields = ({ firstName, lastName }: Account) => ({ firstName, lastName })

export function OwnNameForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const queries = useQueryClient()
  const form = useApiForm({
    schema: ownName,
    defaults: toFields(account),
    version: account.version,
    reloadRow: async () => {
      const now = await call(getMyAccount, {})
      return { fields: toFields(now), version: now.version }
    },
    draftKey: 'own name',
    mutationFn: ({ fields, version }, call) => call(changeMyName, { body: { ...fields, version } }),
    successToast: () => ({ title: 'Name saved' }),
    errorToast: 'Failed to save your name',
    onSuccess: (saved) => {
      queries.setQueryData(queryFor(getMyAccount, {}).queryKey, saved)
      onSaved()
    },
  })
  const { question } = useUnsavedChanges(form.unsaved)
  return (
    <ApiForm form={form}>
      {question}
      <div className="flex items-start gap-4">
        <Initials email={account.email} />
        <div className="flex-1">
          <FieldPair>
            <TextField name="firstName" label="First Name" autoComplete="given-name" isRequired />
            <TextField name="lastName" label="Last Name" autoComplete="family-name" isRequired />
          </FieldPair>
        </div>
      </div>
      <Button
        type="submit"
        className="self-start"
        isPending={form.isPending}
        pendingLabel="Saving..."
      >
        Save name
      </Button>
    </ApiForm>
  )
}

/** Follows what is typed. */
function Initials({ email }: { email: string }) {
  const [firstName, lastName] = useWatch({ name: ['firstName', 'lastName'] }) as [string, string]
  return <Avatar size="lg" initials={formatPersonInitials({ firstName, lastName, email })} />
}
