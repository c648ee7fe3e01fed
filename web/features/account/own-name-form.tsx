import { useQueryClient } from '@tanstack/react-query'
import { type Account, changeMyName, getMyAccount, ownName } from '#contract/account.ts'
import { useWatch } from 'react-hook-form'
import { Bound } from '#web/form/bound.tsx'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { UnsavedChanges } from '#web/form/unsaved-changes.tsx'
import { useBoundForm } from '#web/form/use-bound-form.ts'
import { call } from '#web/lib/api.ts'
import { formatPersonInitials } from '#web/lib/person-names.ts'
import { queryFor } from '#web/lib/query.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'

const fieldsOf = ({ firstName, lastName }: Account) => ({ firstName, lastName })

export function OwnNameForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const queries = useQueryClient()
  const bound = useBoundForm({
    schema: ownName,
    defaults: fieldsOf(account),
    version: account.version,
    reread: async () => {
      const now = await call(getMyAccount, {})
      return { fields: fieldsOf(now), version: now.version }
    },
    keepAs: 'own name',
    write: ({ fields, version }, call) => call(changeMyName, { body: { ...fields, version } }),
    done: () => ({ title: 'Name saved' }),
    failed: 'Failed to save your name',
    onSuccess: (saved) => {
      queries.setQueryData(queryFor(getMyAccount, {}).queryKey, saved)
      onSaved()
    },
  })
  return (
    <Bound bound={bound}>
      <UnsavedChanges isDirty={bound.isDirty} isDone={bound.isDone} />
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
        isPending={bound.isPending}
        pendingLabel="Saving..."
      >
        Save name
      </Button>
    </Bound>
  )
}

/** Follows what is typed. */
function Initials({ email }: { email: string }) {
  const [firstName, lastName] = useWatch({ name: ['firstName', 'lastName'] }) as [string, string]
  return <Avatar size="lg" initials={formatPersonInitials({ firstName, lastName, email })} />
}
