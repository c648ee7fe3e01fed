import { useState } from 'react'
import {
  coachStatus,
  coachStatusOption,
  earliestExperienceYear,
  type ListedCoach,
} from '#contract/coaches/coaches.ts'
import { SelectField } from '#web/form/select-field.tsx'
import { FieldPair } from '#web/form/fields.tsx'
import { NumberField } from '#web/form/number-field.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import type { Country } from '#web/lib/countries.ts'
import { PlaceFields } from './place-fields.tsx'

export function ProfileFields({ countries }: { countries: readonly Country[] }) {
  const [year] = useState(() => new Date().getFullYear())
  return (
    <>
      <FieldPair>
        <NumberField
          name="experiencedSince"
          label="Started Practice"
          isRequired
          hint="Year the coach started practicing."
          inputMode="numeric"
          min={earliestExperienceYear}
          max={year}
        />
        <SelectField
          name="status"
          label="Status"
          options={coachStatus.options.map((it) => ({ value: it, label: coachStatusOption[it] }))}
        />
      </FieldPair>
      <PlaceFields countries={countries} />
      <TextAreaField
        name="bio"
        label="Bio"
        hint="Optional. What clients might like to know."
        rows={3}
      />
    </>
  )
}

export const toProfileFields = ({ experiencedSince, status, country, city, bio }: ListedCoach) => ({
  experiencedSince: experiencedSince ?? undefined,
  status,
  country: country ?? '',
  city: city ?? '',
  bio: bio ?? '',
})

/** An empty bio is stored as null. */
export const normalizeBio = (text: string | null | undefined) => text?.trim() || null
