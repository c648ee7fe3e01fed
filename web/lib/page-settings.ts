import type { Country } from './countries.ts'
import { isTimeZone } from '#contract/rules/calendar.ts'

/** Settings that the server writes into the page. */
export const pageSetting = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

export const brandName = pageSetting('application-name') || 'Maylab'

/** The time zone of plans. UTC in a browser that does not know it. */
export const timeZone = isTimeZone(pageSetting('time-zone')) ? pageSetting('time-zone') : 'UTC'

/** Of a new organization or coach: the operator's, else the first in the list (docs/product.md, "Coaches"). */
export const defaultCountry = (countries: readonly Country[]) =>
  pageSetting('country') || (countries[0]?.name ?? '')
