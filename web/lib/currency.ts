import { stated } from './stated.ts'

/** Of new organizations (ISO 4217). */
export const currency = /^[A-Z]{3}$/.exec(stated('currency'))?.[0] ?? 'DKK'
