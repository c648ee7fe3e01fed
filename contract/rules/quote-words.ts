import { normalizeLetters, tokenize } from './words.ts'

/** A normalized word, and the index of its token in the text. */
export type QuotedWord = { text: string; at: number }

/** Contractions, and how they are written out. */
const contracted: readonly (readonly [RegExp, (stem: string) => readonly string[]])[] = [
  [/^won't$/, () => ['will', 'not']],
  [/^can't$|^cannot$/, () => ['can', 'not']],
  [/^(.+)n't$/, (stem) => [stem, 'not']],
  // As in transcripts.
  [/^wont$/, () => ['will', 'not']],
  [/^cant$/, () => ['can', 'not']],
  [
    /^(do|does|did|is|are|was|were|has|have|had|would|could|should|might|must|need|ai)nt$/,
    (stem) => [stem, 'not'],
  ],
  // French: "n'ai".
  [/^n'(.+)$/, (stem) => ['ne', stem]],
  [/^(i)'m$/, (stem) => [stem, 'am']],
  [/^(.+)'re$/, (stem) => [stem, 'are']],
  [/^(.+)'ve$/, (stem) => [stem, 'have']],
  [/^(.+)'ll$/, (stem) => [stem, 'will']],
  [/^(.+)'d$/, (stem) => [stem, 'would']],
]

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/**
 * Zero to ten in Danish, Norwegian, Swedish, German, Dutch, French and Spanish, without articles and words that are
 * also English ("to", "sex").
 */
const otherLanguages = [
  'nul null noll zéro cero',
  'eins uno',
  'två zwei twee deux dos',
  'tre drei drie trois tres',
  'fire fyra vier quatre cuatro',
  'fem fünf vijf cinq cinco',
  'seks sechs zes seis',
  'syv sju sieben zeven sept siete',
  'otte åtte åtta acht huit ocho',
  'ni nio neun negen neuf nueve',
  'ti tio zehn tien dix diez',
].flatMap((words, value) => words.split(' ').map((word) => [word, String(value)] as const))
const digits = new Map([
  ...small.map((word, value) => [word, String(value)] as const),
  ...tens.map((word, index) => [word, String((index + 2) * 10)] as const),
  ['nought', '0'],
  ['hundred', '100'],
  ...otherLanguages,
])

/** Fillers, which transcripts may omit. */
const fillers: ReadonlySet<string> = new Set('um uhm uh erm er hm hmm mm mhm ah'.split(' '))
/** In English, Danish and Norwegian, Swedish, German, Dutch, French and Spanish. */
const negations: ReadonlySet<string> = new Set(
  [
    'not no never none nothing nobody nowhere neither nor without hardly barely scarcely rarely seldom',
    'ikke ikkje aldrig aldri ingen ingenting intet inkje nej nei uden uten hverken verken sjældent sjelden næppe neppe knap knapt',
    'inte icke ej inget inga utan varken sällan knappt',
    'nicht nichts nie niemals nein kein keine keinen keinem keiner keines niemand nirgends weder ohne kaum selten',
    'niet niets niks nooit nee geen niemand nergens zonder zelden nauwelijks',
    'ne pas non jamais rien aucun aucune personne sans ni guère rarement',
    'nunca jamás nada nadie ningún ninguno ninguna sin tampoco apenas raramente',
  ].flatMap((words) => words.split(' ')),
)

const isFiller = (word: string) => fillers.has(word)
export const isNumber = (word: string) => /\d/.test(word)
/** Numbers and negations: replacing one changes the meaning. */
export const isSignificantWord = (word: string) => isNumber(word) || negations.has(word)

/**
 * The words of a text without case, punctuation, fillers and repetitions after a slip of the tongue; numbers in digits,
 * "twenty-one" as one, contractions written out.
 */
export const significantWords = (text: string): QuotedWord[] =>
  joinedNumbers(withoutStammer(plainWords(text)))

/** The same with repetitions, because a quote may end within one. */
export const allWords = (text: string): QuotedWord[] => joinedNumbers(plainWords(text))

function plainWords(text: string): QuotedWord[] {
  const words: QuotedWord[] = []
  for (const [at, token] of tokenize(text).entries())
    for (const part of token.split(/[-–—/…]+|\.{2,}/u))
      for (const word of writtenOut(part)) words.push({ text: word, at })
  return words.filter(({ text }) => !isFiller(text))
}

/** Maximum words of a repetition after a slip of the tongue. */
const maxRepeats = 3

/** Drops the first of two equal phrases in a row: "it was a, was a four". */
function withoutStammer(words: readonly QuotedWord[]): QuotedWord[] {
  const left: QuotedWord[] = []
  for (const word of words) {
    left.push(word)
    for (let size = 1; size <= maxRepeats; size++) {
      const [before, again] = [left.slice(-2 * size, -size), left.slice(-size)]
      if (before.length === size && before.every(({ text }, at) => text === again[at]?.text))
        left.splice(-2 * size, size)
    }
  }
  return left
}

function writtenOut(token: string): readonly string[] {
  const plain = token
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[’ʼ`]/g, "'")
    // The lookbehind avoids quadratic time on long runs of punctuation.
    .replaceAll(/^[^\p{L}\p{N}]+|(?<=[\p{L}\p{M}\p{N}%])[^\p{L}\p{M}\p{N}%]+$/gu, '')
  if (!/[\p{L}\p{N}]/u.test(plain)) return []
  if (/^\d+(?:[.,]\d+)*%?$/.test(plain)) return [plain.replaceAll(',', '.').replace('%', '')]
  for (const [pattern, words] of contracted) {
    const found = pattern.exec(plain)
    if (found) return words(found[1] ?? '').map(inDigits)
  }
  return [inDigits(normalizeLetters(plain))]
}

const inDigits = (word: string) => digits.get(word) ?? word

/** Joins tens and ones: "twenty one" is 21. */
function joinedNumbers(words: readonly QuotedWord[]): QuotedWord[] {
  const joined: QuotedWord[] = []
  for (const word of words) {
    const before = joined.at(-1)
    if (before && /^[2-9]0$/.test(before.text) && /^[1-9]$/.test(word.text))
      joined.splice(-1, 1, { ...before, text: String(Number(before.text) + Number(word.text)) })
    else joined.push(word)
  }
  return joined
}

/** Longer words are not compared: nobody says them. */
const maxWordLength = 60

/** Whether one word may have been recognized as the other. */
export function isSimilarWord(one: string, other: string) {
  if (isSignificantWord(one) || isSignificantWord(other)) return false
  if (one.length > maxWordLength || other.length > maxWordLength) return false
  const most = Math.floor(Math.max(one.length, other.length) / 3)
  return Math.abs(one.length - other.length) <= most && distance(one, other, most) <= most
}

/** Edit distance, up to a maximum. */
function distance(one: string, other: string, most: number) {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1),
        ),
      )
    if (Math.min(...next) > most) return most + 1
    row = next
  }
  return row[other.length] ?? 0
}
