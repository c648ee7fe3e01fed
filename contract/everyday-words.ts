/** What people say of themselves, in the words that they use; `isGood` where more of it is better. */
export type Everyday = { nouns: readonly string[]; others: readonly string[]; isGood?: boolean }

const of = (nouns: string, others = '', isGood?: boolean): Everyday => ({
  nouns: nouns.split(', '),
  others: others ? others.split(', ') : [],
  ...(isGood !== undefined && { isGood }),
})

/**
 * The words that ship. A metric whose label has one of the nouns begins with all of its line; those that nobody asks for are
 * known too: a number could be theirs.
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
