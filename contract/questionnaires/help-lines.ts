import { z } from 'zod'
import { line } from '../bounds.ts'

/** A phone number; spaces are allowed. */
const number = line(40).regex(
  /^\+?[\d ]{2,}$/,
  'A number has digits and spaces, with a + in front where it needs one',
)

const helpLine = z.strictObject({
  name: line(80).min(1, 'A name is required'),
  number: number.optional(),
  address: z
    .url({ protocol: /^https$/ })
    .max(200)
    .optional(),
  /** Opening hours, and the cost if any. */
  note: line(160).min(1, 'Say when somebody answers'),
})

/** Emergency number and help lines of a country. */
export const countryHelp = z.strictObject({
  /** English name, as in organizations; null for all other countries. */
  country: line(100).min(1).nullable(),
  /** For life-threatening situations. */
  emergency: z.strictObject({ number: number, note: line(160).min(1) }),
  lines: z
    .array(helpLine.refine((it) => it.number ?? it.address, 'A number or an address is required'))
    .min(1, 'At least one line is required')
    .max(6),
})
export type CountryHelp = z.infer<typeof countryHelp>

/** Help of the country, ignoring case; else the international entry. */
export function helpIn(all: readonly CountryHelp[], country: string | null): CountryHelp {
  const wanted = country?.trim().toLowerCase()
  const found = all.find((it) => it.country !== null && it.country.toLowerCase() === wanted)
  const elsewhere = found ?? all.find((it) => it.country === null)
  if (!elsewhere) throw new Error('There is no help for a country that is not named.')
  return elsewhere
}
