import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { newCoachForm } from '#contract/coaches.ts'
import type { Country } from '#web/lib/countries.ts'
import { showServerFields } from '#web/lib/server-fields.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { usualExperience } from './experience.ts'
import { bioOf, ProfileFields } from './profile-fields.tsx'
import type { NewCoach } from './use-create-coach.ts'

type NewCoachFormProps = {
  id: string
  countries: readonly Country[]
  /** Why the last attempt failed: what it says of a field stands beside that field. */
  failure: Error | null
  onSubmit: (coach: NewCoach) => void
}

/** Defaults as specified (part 1, section 5). */
export function NewCoachForm({ id, countries, failure, onSubmit }: NewCoachFormProps) {
  const [year] = useState(() => new Date().getFullYear())
  const form = useForm<z.input<typeof newCoachForm>, unknown, NewCoach>({
    resolver: zodResolver(newCoachForm),
    defaultValues: {
      firstName: '',
      lastName: '',
      email: '',
      password: '',
      experiencedSince: year - usualExperience,
      status: 'active',
      country: countries[0]?.name ?? '',
      city: '',
      bio: '',
    },
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors } = formState
  useEffect(() => {
    if (failure) showServerFields(failure, newCoachForm.keyof().options, setError)
  }, [failure, setError])
  const submit = handleSubmit((coach) => onSubmit({ ...coach, bio: bioOf(coach.bio) }))
  return (
    <FormProvider {...form}>
      <form
        id={id}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-4"
      >
        <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
          <Field label="First Name" isRequired error={errors.firstName?.message}>
            {(attributes) => (
              <Input autoComplete="off" {...attributes} {...register('firstName')} />
            )}
          </Field>
          <Field label="Last Name" isRequired error={errors.lastName?.message}>
            {(attributes) => <Input autoComplete="off" {...attributes} {...register('lastName')} />}
          </Field>
          <Field label="Email" isRequired error={errors.email?.message}>
            {(attributes) => (
              <Input type="email" autoComplete="off" {...attributes} {...register('email')} />
            )}
          </Field>
          <Field label="Password" isRequired error={errors.password?.message}>
            {(attributes) => (
              <Input
                type="password"
                autoComplete="new-password"
                {...attributes}
                {...register('password')}
              />
            )}
          </Field>
        </div>
        <ProfileFields countries={countries} />
      </form>
    </FormProvider>
  )
}
