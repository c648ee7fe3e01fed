import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { organizationForm } from '#contract/organizations.ts'
import { type Country, popularCityHint } from '#web/lib/countries.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

export type OrganizationFields = z.infer<typeof organizationForm>

type OrganizationFormProps = {
  id: string
  initial: OrganizationFields
  countries: readonly Country[]
  /** What the server refused, by field. */
  refused: Partial<Record<string, string>>
  onSubmit: (fields: OrganizationFields) => void
}

/** An emptied number is a zero. */
const asNumber = { setValueAs: (text: unknown) => (text === '' ? 0 : Number(text)) }

export function OrganizationForm(props: OrganizationFormProps) {
  const { id, initial, countries, refused, onSubmit } = props
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(organizationForm),
    defaultValues: initial,
  })
  const country = useWatch({ control, name: 'country' }) ?? undefined
  const errorOf = (name: keyof OrganizationFields) =>
    formState.errors[name]?.message ?? refused[name]
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => void handleSubmit(onSubmit)(event)}
      className="flex flex-col gap-4"
    >
      <Field label="Name" isRequired error={errorOf('name')}>
        {(attributes) => <Input {...attributes} {...register('name')} autoComplete="off" />}
      </Field>
      <Field label="Description" error={errorOf('description')}>
        {(attributes) => <Textarea {...attributes} {...register('description')} rows={3} />}
      </Field>
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <Controller
          control={control}
          name="country"
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <Field label="Country" error={errorOf('country')}>
              {(attributes) => (
                <Select
                  {...attributes}
                  ref={ref}
                  onBlur={onBlur}
                  value={value ?? undefined}
                  onValueChange={onChange}
                  placeholder="Select a country"
                  options={countryOptions(countries, initial.country)}
                />
              )}
            </Field>
          )}
        />
        <Field label="City" hint={popularCityHint(country)} error={errorOf('city')}>
          {(attributes) => <Input {...attributes} {...register('city')} autoComplete="off" />}
        </Field>
        <Field
          label="Eligible headcount"
          hint="Employees who may take part."
          error={errorOf('eligibleHeadcount')}
        >
          {(attributes) => (
            <Input
              {...attributes}
              {...register('eligibleHeadcount', asNumber)}
              type="number"
              min={0}
              step={1}
            />
          )}
        </Field>
        <Field label="Currency" hint="Three letters, such as DKK." error={errorOf('currency')}>
          {(attributes) => (
            <Input
              {...attributes}
              {...register('currency', {
                setValueAs: (text: unknown) => String(text).trim().toUpperCase(),
              })}
              maxLength={3}
              className="uppercase"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        <Field
          label="Monthly price per employee"
          hint="For each eligible employee."
          error={errorOf('monthlyPricePerEmployee')}
        >
          {(attributes) => (
            <Input
              {...attributes}
              {...register('monthlyPricePerEmployee', asNumber)}
              type="number"
              min={0}
              step="any"
            />
          )}
        </Field>
        <Field label="Price per session" error={errorOf('pricePerSession')}>
          {(attributes) => (
            <Input
              {...attributes}
              {...register('pricePerSession', asNumber)}
              type="number"
              min={0}
              step="any"
            />
          )}
        </Field>
      </div>
    </form>
  )
}

/** Every country, and the one kept already where it goes by another name. */
function countryOptions(countries: readonly Country[], kept: string | null | undefined) {
  const names = countries.map(({ name }) => name)
  return [...(kept && !names.includes(kept) ? [kept] : []), ...names].map((name) => ({
    value: name,
    label: name,
  }))
}
