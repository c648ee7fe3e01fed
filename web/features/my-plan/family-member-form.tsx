import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { familyMemberForm, familyRelations } from '#contract/my-plan.ts'
import { showServerFields } from '#web/lib/server-fields.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { FamilyMember } from './use-add-family-member.ts'

type Fields = z.input<typeof familyMemberForm>
const names = ['firstName', 'lastName', 'familyRelation'] as const

type FamilyMemberFormProps = {
  id: string
  /** Why the last attempt failed: what it says of a field stands beside that field. */
  failure: Error | null
  onSubmit: (member: FamilyMember) => void
}

export function FamilyMemberForm({ id, failure, onSubmit }: FamilyMemberFormProps) {
  const { register, control, handleSubmit, setError, formState } = useForm<
    Fields,
    unknown,
    FamilyMember
  >({
    resolver: zodResolver(familyMemberForm),
    defaultValues: { firstName: '', lastName: '' },
  })
  const { errors } = formState
  useEffect(() => {
    if (failure) showServerFields(failure, names, setError)
  }, [failure, setError])
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => void handleSubmit(onSubmit)(event)}
      className="flex flex-col gap-4"
    >
      <Field label="First name" isRequired error={errors.firstName?.message}>
        {(attributes) => <Input autoComplete="off" {...attributes} {...register('firstName')} />}
      </Field>
      <Field label="Last name" isRequired error={errors.lastName?.message}>
        {(attributes) => <Input autoComplete="off" {...attributes} {...register('lastName')} />}
      </Field>
      <Controller
        control={control}
        name="familyRelation"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <Field
            label="Relationship"
            hint="Who they are to you."
            isRequired
            error={errors.familyRelation?.message}
          >
            {(attributes) => (
              <Select
                {...attributes}
                ref={ref}
                onBlur={onBlur}
                value={value}
                onValueChange={onChange}
                placeholder="Select a relationship"
                options={familyRelations.map((relation) => ({ value: relation, label: relation }))}
              />
            )}
          </Field>
        )}
      />
    </form>
  )
}
