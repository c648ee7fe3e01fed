/** Words that people use about themselves; `isGood`: more of it is better. */
export type Everyday = { nouns: readonly string[]; others: readonly string[]; isGood?: boolean }

const of = (nouns: string, others = '', isGood?: boolean): Everyday => ({
  nouns: nouns.split(', '),
  others: others ? others.split(', ') : [],
  ...(isGood !== undefined && { isGood }),
})

/**
 * Built-in keywords. A metric whose label contains one of the nouns starts with all words of its entry. Entries without
 * a metric matter too: a number in a conversation may be about them.
 */
export const everydayWords: readonly Everyday[] = [
  of('stress', 'stressed', false),
  of('sleep', 'slept, sleeping, rest at night', true),
  of('energy', 'energetic, energised, energized', true),
  of('mood, spirits', '', true),
  of('anxiety', 'anxious', false),
  of('engagement', 'engaged', true),
  of('recovery', 'recover, recovered', true),
  of('pain', '', false),
  of('fatigue, exhaustion, tiredness', 'exhausted, tired', false),
  of('tension', 'tense', false),
  of('burnout', 'burned out, burnt out', false),
  of('workload', '', false),
  of('anger', 'angry', false),
  of('motivation', 'motivated', true),
  of('focus, concentration', 'focused', true),
  of('satisfaction', 'satisfied', true),
  of('happiness', 'happy', true),
  of('wellbeing', '', true),
  of('appetite', '', true),
  of('confidence', 'confident', true),
]
