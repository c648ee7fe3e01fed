import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState, useRef } from 'react'
import type { z } from 'zod'
import { newCoachForm, createCoach } from '#contract/coaches/coaches.ts'
import { createUser, discardUser } from '#contract/accounts/users.ts'
import { FieldPair, PasswordField, TextField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { ApiError } from '#web/lib/api.ts'
import { countriesQuery } from '#web/lib/countries.ts'
import { defaultCountry } from '#web/lib/page-settings.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Submission } from '#web/form/use-api-form.ts'
import type { Call } from '#web/form/use-api-mutation.ts'
import { isOutcomeUnknown } from '#web/lib/error-kinds.ts'
import { defaultExperienceYears } from './coach-labels.ts'
import { ProfileFields, normalizeBio } from './profile-fields.tsx'

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

type NewCoach = z.output<typeof newCoachForm>

/**
 * Two calls in sequence (docs/product.md, "Calls"). If the second fails, the new account is discarded;
 * if that fails too, the next attempt discards it first.
 */
function useCreateCoach() {
  const orphanedUserId = useRef<string>(undefined)
  const [isAccountOrphaned, setAccountOrphaned] = useState(false)

  const discardAccount = async (call: Call) => {
    if (!orphanedUserId.current) return
    try {
      await call(discardUser, { params: { id: orphanedUserId.current } })
    } catch (error) {
      const status = error instanceof ApiError ? error.status : undefined
      // Not found means it is discarded already; a conflict means it is in use.
      if (status === 404 || status === 409) orphanedUserId.current = undefined
      if (status !== 404) throw error
    }
    orphanedUserId.current = undefined
  }
  const mutationFn = async ({ fields }: Submission<NewCoach>, call: Call) => {
    const { firstName, lastName, email, password, bio, ...profile } = fields
    await discardAccount(call)
    const account = { firstName, lastName, email, password, roles: ['coach_user' as const] }
    const { id } = await call(createUser, { body: account })
    orphanedUserId.current = id
    try {
      await call(createCoach, { body: { ...profile, bio: normalizeBio(bio), userId: id } })
      orphanedUserId.current = undefined
    } catch (error) {
      const discarded: unknown = await discardAccount(call).catch((why: unknown) => why)
      // An account in use has its profile: only the answer was lost.
      if (isOutcomeUnknown(error) && discarded instanceof ApiError && discarded.status === 409)
        return
      // The toast gives the profile's error; an orphaned account is reported above the form.
      throw error
    }
  }
  return {
    isAccountOrphaned,
    creation: {
      mutationFn,
      isSecret: true,
      successToast: () => ({
        title: 'Coach created',
        description: 'The coach has been successfully added.',
      }),
      errorToast: 'Failed to create coach',
      onSettled: () => setAccountOrphaned(orphanedUserId.current !== undefined),
    },
  }
}
