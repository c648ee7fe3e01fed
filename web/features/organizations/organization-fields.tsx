import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { noConsentOutside } from '#contract/consents/consents.ts'
import { settings } from '#contract/settings/setting-entries.ts'
import type { Organization, organizationForm } from '#contract/organizations/organizations.ts'
import { SelectField } from '#web/form/select-field.tsx'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { NumberField } from '#web/form/number-field.tsx'
import { SwitchField } from '#web/form/switch-field.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { type Country, popularCityHint } from '#web/lib/countries.ts'
import { defaultCountry, pageSetting } from '#web/lib/page-settings.ts'
import { ConsentOutsideField } from '#web/parts/consent-outside-field.tsx'

export function OrganizationFields({ countries }: { countries: readonly Country[] }) {
  const country: string = useWatch({ name: 'country' })
  const names = countries.map(({ name }) => name)
  return (
    <>
      <TextField name="name" label="Name" isRequired />
      <TextAreaField name="description" label="Description" rows={3} />
      <FieldPair>
        <SelectField
          name="country"
          label="Country"
          placeholder="Select a country"
          // A stored country that is not in the list stays selectable.
          options={[...(country && !names.includes(country) ? [country] : []), ...names].map(
            (name) => ({ value: name, label: name }),
          )}
        />
        <TextField name="city" label="City" hint={popularCityHint(country)} />
        <NumberField
          name="eligibleHeadcount"
          label="Eligible headcount"
          hint="Employees who can take part."
          empty={0}
          min={0}
          step={1}
        />
        <TextField
          name="currency"
          label="Currency"
          hint="Three letters, such as DKK."
          clean={(text) => text.trim().toUpperCase()}
          maxLength={3}
          className="uppercase"
          spellCheck={false}
        />
        <NumberField
          name="monthlyPricePerEmployee"
          label="Monthly price per employee"
          hint="Charged for every eligible employee."
          empty={0}
          min={0}
          step="any"
        />
        <NumberField
          name="pricePerSession"
          label="Price per session"
          empty={0}
          min={0}
          step="any"
        />
      </FieldPair>
      <SwitchField
        name="audioStaysHere"
        label={settings.audioStaysHere.label}
        hint="Recordings of its people are never sent to an outside service."
      />
      <SwitchField
        name="wordsStayHere"
        label={settings.wordsStayHere.label}
        hint="Nothing its people say is sent to an outside AI model."
      />
      <ConsentOutsideField name="consentOutside" label={settings.consentOutside.label} />
    </>
  )
}

export const newOrganization = (countries: readonly Country[]) => ({
  name: '',
  description: '',
  country: defaultCountry(countries),
  city: '',
  eligibleHeadcount: 0,
  monthlyPricePerEmployee: 0,
  pricePerSession: 0,
  audioStaysHere: false,
  wordsStayHere: false,
  consentOutside: noConsentOutside,
  currency: /^[A-Z]{3}$/.exec(pageSetting('currency'))?.[0] ?? 'DKK',
})

export const toFields = (it: Organization) => ({
  audioStaysHere: it.audioStaysHere,
  wordsStayHere: it.wordsStayHere,
  consentOutside: it.consentOutside,
  name: it.name,
  description: it.description ?? '',
  country: it.country ?? '',
  city: it.city ?? '',
  eligibleHeadcount: it.eligibleHeadcount,
  monthlyPricePerEmployee: it.monthlyPricePerEmployee,
  pricePerSession: it.pricePerSession,
  currency: it.currency,
})

/** Empty fields are stored as null. */
export const toBody = (fields: z.output<typeof organizationForm>) => ({
  ...fields,
  description: fields.description || null,
  country: fields.country || null,
  city: fields.city || null,
})
