import { useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import {
  type coachProfile,
  coachStatus,
  coachStatusOption,
  earliestExperienceYear,
} from '#contract/coaches.ts'
import type { Country } from '#web/lib/countries.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { PlaceFields } from './place-fields.tsx'

export type ProfileValues = z.input<typeof coachProfile>

/** What a coach's profile says, in the form of a new coach and of one that is edited. */
export function ProfileFields({ countries }: { countries: readonly Country[] }) {
  const { control, register, formState } = useFormContext<ProfileValues>()
  const { errors } = formState
  const [year] = useState(() => new Date().getFullYear())
  return (
    <>
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <Field
          label="Started Practice"
          isRequired
          hint="The year of the first client."
          error={errors.experiencedSince?.message}
        >
          {(attributes) => (
            <Input
              type="number"
              inputMode="numeric"
              min={earliestExperienceYear}
              max={year}
              {...attributes}
              {...register('experiencedSince', { valueAsNumber: true })}
            />
          )}
        </Field>
        <Controller
          control={control}
          name="status"
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <Field label="Status" error={errors.status?.message}>
              {(attributes) => (
                <Select
                  {...attributes}
                  ref={ref}
                  onBlur={onBlur}
                  value={value}
                  onValueChange={onChange}
                  options={coachStatus.options.map((it) => ({
                    value: it,
                    label: coachStatusOption[it],
                  }))}
                />
              )}
            </Field>
          )}
        />
      </div>
      <PlaceFields countries={countries} />
      <Field
        label="Bio"
        hint="Optional. What clients may want to know."
        error={errors.bio?.message}
      >
        {(attributes) => <Textarea rows={3} {...attributes} {...register('bio')} />}
      </Field>
    </>
  )
}

/** The server keeps no bio as nothing, not as an empty text. */
export const bioOf = (text: string | null | undefined) => text?.trim() || null
