import type { Coach } from '#contract/coaches.ts'

/** 'Aarhus, Denmark', as far as it is known. */
export const location = ({ city, country }: Pick<Coach, 'city' | 'country'>) =>
  [city, country].filter(Boolean).join(', ') || 'N/A'
