import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { newCoachForm } from '#contract/coaches/coaches.ts'
import { FieldPair, PasswordField, TextField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { ApiError } from '#web/lib/api.ts'
import { countriesQuery } from '#web/lib/countries.ts'
import { defaultCountry } from '#web/lib/page-settings.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { defaultExperienceYears } from './coach-labels.ts'
import { ProfileFields } from './profile-fields.tsx'
import { useCreateCoach } from './use-create-coach.ts'

/** The button and its dialog; its defaults are fixed (docs/product.md, "Coaches"). */
export function AddCoach() {
  const [isOpen, setOpen] = useState(false)
  const [year] = useState(() => new Date().getFullYear())
  const countries = useQuery(countriesQuery)
  const { creation, isAccountOrphaned } = useCreateCoach()
  return (
    <>
      <Button icon={Plus} onClick={() => setOpen(true)}>
        Add Coach
      </Button>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Add Coach"
        description="Create an account with a coach profile."
        schema={newCoachForm}
        defaults={
          countries.data && {
            firstName: '',
            lastName: '',
            email: '',
            password: '',
            experiencedSince: year - defaultExperienceYears,
            status: 'active',
            country: defaultCountry(countries.data),
            city: '',
            bio: '',
          }
        }
        loading={
          <ReadState
            read={countries}
            loading={<Spinner label="Loading" />}
            failed="The list of countries could not be loaded"
          >
            {() => null}
          </ReadState>
        }
        submitLabel="Add Coach"
        pendingLabel="Adding..."
        {...creation}
        renderError={(error) => (
          <CreateFailed error={error} isAccountOrphaned={isAccountOrphaned} />
        )}
      >
        <FieldPair>
          <TextField name="firstName" label="First Name" isRequired />
          <TextField name="lastName" label="Last Name" isRequired />
          <TextField name="email" type="email" label="Email" isRequired />
          <PasswordField name="password" label="Password" isRequired />
        </FieldPair>
        <ProfileFields countries={countries.data ?? []} />
      </FormDialog>
    </>
  )
}

/** The toast gives the reason; this says what was kept. */
function CreateFailed({ error, isAccountOrphaned }: { error: Error; isAccountOrphaned: boolean }) {
  return (
    <Banner tone="amber" role="alert" className="mb-4">
      {isAccountOrphaned
        ? 'The account was created without a coach profile and could not be removed. Add the coach again to replace it.'
        : error instanceof ApiError
          ? 'No coach and no account was created.'
          : 'The server could not be reached.'}{' '}
      Your entries are still in the form.
    </Banner>
  )
}
