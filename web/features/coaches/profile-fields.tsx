import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import {
  coachStatus,
  coachStatusOption,
  earliestExperienceYear,
  type ListedCoach,
} from '#contract/coaches/coaches.ts'
import { SelectField } from '#web/form/select-field.tsx'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { NumberField } from '#web/form/number-field.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { type Country, firstPopularCities } from '#web/lib/countries.ts'

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

/** Country and city, with the country's popular cities as suggestions. */
function PlaceFields({ countries }: { countries: readonly Country[] }) {
  const { setValue } = useFormContext()
  const country: string = useWatch({ name: 'country' })
  const isListed = countries.some(({ name }) => name === country)
  // A stored country that is not in the list stays selectable.
  const names = [...(isListed || !country ? [] : [country]), ...countries.map(({ name }) => name)]
  return (
    <FieldPair>
      <SelectField
        name="country"
        label="Country"
        isRequired
        placeholder="Select a country"
        options={names.map((name) => ({ value: name, label: name }))}
      />
      <div>
        <TextField name="city" label="City" isRequired />
        <PopularCities
          country={country}
          onChoose={(city) => setValue('city', city, { shouldDirty: true, shouldValidate: true })}
        />
      </div>
    </FieldPair>
  )
}

type PopularCitiesProps = { country: string; onChoose: (city: string) => void }

function PopularCities({ country, onChoose }: PopularCitiesProps) {
  const cities = firstPopularCities(country)
  if (!cities.length) return null
  return (
    <fieldset
      aria-label="Popular cities"
      className="-mt-1 mb-2 flex flex-wrap items-center gap-x-1.5 text-xs text-muted"
    >
      Popular cities:
      {cities.map((city) => (
        <button
          key={city}
          type="button"
          onClick={() => onChoose(city)}
          className="min-h-6 rounded-md text-brand-ink underline underline-offset-2 hover:text-ink"
        >
          {city}
        </button>
      ))}
    </fieldset>
  )
}
