import type { ValueQuote } from '#contract/analysis/found-values.ts'

/** Groups quotes of the same or adjacent turns, such as a question and its answer. A quote with a reason stays alone. */
export function groupQuotes(quotes: readonly ValueQuote[]): ValueQuote[][] {
  const answers: ValueQuote[][] = []
  for (const quote of quotes) {
    const before = answers.at(-1)
    const last = before?.at(-1)
    if (before && last && isSameAnswer(last, quote)) before.push(quote)
    else answers.push([quote])
  }
  return answers
}

const isSameAnswer = (one: ValueQuote, next: ValueQuote) =>
  one.reason === null &&
  next.reason === null &&
  one.place !== null &&
  next.place !== null &&
  Math.abs(one.place.turn - next.place.turn) <= 1
