import type { Word } from './words-said.ts'

const small = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value]),
)
small.set('nought', 0)
const tens = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10]),
)

/** The number that begins at a word, and how many words it has. */
export function numberAt(words: readonly Word[], at: number) {
  const whole = wholeAt(words, at)
  if (!whole) return undefined
  const next = at + whole.length
  const [one, two, three] = [words[next], words[next + 1], words[next + 2]]
  if (words[next - 1]?.ends) return whole
  const decimal = small.get(two?.text ?? '')
  if (one?.text === 'point' && decimal !== undefined && decimal < 10)
    return { value: whole.value + decimal / 10, length: whole.length + 2 }
  if (one?.text === 'and' && two?.text === 'a' && three?.text === 'half')
    return { value: whole.value + 0.5, length: whole.length + 3 }
  return whole
}

function wholeAt(words: readonly Word[], at: number) {
  const word = words[at]
  if (!word) return undefined
  if (/^\d+(?:\.\d+)?$/.test(word.text)) return { value: Number(word.text), length: 1 }
  const next = word.ends ? undefined : words[at + 1]
  if (word.text === 'hundred') return { value: 100, length: 1 }
  const value = small.get(word.text)
  if (value !== undefined)
    return next?.text === 'hundred' ? { value: value * 100, length: 2 } : { value, length: 1 }
  const ten = tens.get(word.text)
  if (ten === undefined) return undefined
  const unit = small.get(next?.text ?? '')
  return unit !== undefined && unit > 0 && unit < 10
    ? { value: ten + unit, length: 2 }
    : { value: ten, length: 1 }
}
