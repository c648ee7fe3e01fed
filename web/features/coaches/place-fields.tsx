import { Controller, useFormContext } from 'react-hook-form'
import { type Country, hintedCities } from '#web/lib/countries.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { ProfileValues } from './profile-fields.tsx'

/** Country and city of the form around it; the popular cities of the country are one click away. */
export function PlaceFields({ countries }: { countries: readonly Country[] }) {
  const { control, register, watch, setValue, formState } = useFormContext<ProfileValues>()
  const { errors } = formState
  const country = watch('country')
  const isListed = countries.some(({ name }) => name === country)
  // One that was given before this list was kept stays what it is until somebody chooses another.
  const names = [...(isListed || !country ? [] : [country]), ...countries.map(({ name }) => name)]
  return (
    <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
      <Controller
        control={control}
        name="country"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <Field label="Country" isRequired error={errors.country?.message}>
            {(attributes) => (
              <Select
                {...attributes}
                ref={ref}
                onBlur={onBlur}
                value={value}
                onValueChange={onChange}
                placeholder="Select a country"
                options={names.map((name) => ({ value: name, label: name }))}
              />
            )}
          </Field>
        )}
      />
      <div className="flex flex-col gap-1.5">
        <Field label="City" isRequired error={errors.city?.message}>
          {(attributes) => <Input autoComplete="off" {...attributes} {...register('city')} />}
        </Field>
        <PopularCities
          country={country}
          onChoose={(city) =>
            setValue('city', city, { shouldDirty: true, shouldValidate: Boolean(errors.city) })
          }
        />
      </div>
    </div>
  )
}

type PopularCitiesProps = { country: string; onChoose: (city: string) => void }

function PopularCities({ country, onChoose }: PopularCitiesProps) {
  const cities = hintedCities(country)
  if (!cities.length) return null
  return (
    <fieldset
      aria-label="Popular cities"
      className="flex flex-wrap items-center gap-x-1.5 text-xs text-muted"
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
