import { stated } from './stated.ts'

/** The product's name. */
export const brandName = stated('application-name') || 'Maylab'
