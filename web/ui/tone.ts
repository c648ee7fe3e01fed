/** What a color means; never the only sign of it. */
export type Tone = 'neutral' | 'red' | 'amber' | 'green' | 'blue' | 'purple' | 'brand'

/** A soft background with readable text. */
export const softTone: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  red: 'bg-red-soft text-red-ink',
  amber: 'bg-amber-soft text-amber-ink',
  green: 'bg-green-soft text-green-ink',
  blue: 'bg-blue-soft text-blue-ink',
  purple: 'bg-purple-soft text-purple-ink',
  brand: 'bg-brand-soft text-brand-ink',
}

/** A colored shape, which keeps its color in forced colors. */
export const solidTone: Record<Tone, string> = {
  neutral: 'forced-color-adjust-none bg-outline',
  red: 'forced-color-adjust-none bg-red',
  amber: 'forced-color-adjust-none bg-amber',
  green: 'forced-color-adjust-none bg-green',
  blue: 'forced-color-adjust-none bg-blue',
  purple: 'forced-color-adjust-none bg-purple',
  brand: 'forced-color-adjust-none bg-brand',
}

/** Colored text on a page or card. */
export const textTone: Record<Tone, string> = {
  neutral: 'text-muted',
  red: 'text-red-ink',
  amber: 'text-amber-ink',
  green: 'text-green-ink',
  blue: 'text-blue-ink',
  purple: 'text-purple-ink',
  brand: 'text-brand-ink',
}
