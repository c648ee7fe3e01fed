/** A word of a line: without case, with what stands between it and the next one. */
export type Word = {
  text: string
  /** Which line of its turn, and where in it. */
  line: number
  from: number
  to: number
  /** What ends behind it: a sentence, a clause, nothing. */
  ends: 'sentence' | 'clause' | null
  /** What joins it to the next one: `7-8`, `7/10`. */
  joint: '-' | '/' | null
  /** A question mark stands behind it. */
  isAsked: boolean
}

const token = /\d+(?:[.:]\d+)?|\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*|%/gu

export function wordsOf(lines: readonly string[]): Word[] {
  return lines.flatMap((line, index) => wordsOfLine(line, index))
}

function wordsOfLine(line: string, index: number) {
  const words: Word[] = []
  for (const { 0: said, index: from } of line.matchAll(token)) {
    const before = words.at(-1)
    const gap = line.slice(before?.to ?? 0, from)
    if (before) Object.assign(before, between(gap))
    // A number below zero is none that anybody is asked for.
    const isBelow = (before ? /[\s(][-−]$/ : /[-−]$/).test(gap.slice(-2)) && /^\d/.test(said)
    const text = isBelow ? `-${said}` : said
    words.push({
      text: text.toLowerCase().replaceAll('’', "'"),
      ...{ line: index, from, to: from + said.length, ends: null, joint: null, isAsked: false },
    })
  }
  const last = words.at(-1)
  if (last) Object.assign(last, between(line.slice(last.to)))
  return words
}

function between(gap: string): Pick<Word, 'ends' | 'joint' | 'isAsked'> {
  const isAsked = gap.includes('?')
  if (/[.?!…]/.test(gap)) return { ends: 'sentence', joint: null, isAsked }
  if (/[,;:()"“”–—]|\s-\s/.test(gap)) return { ends: 'clause', joint: null, isAsked }
  return { ends: null, joint: gap === '-' || gap === '/' ? gap : null, isAsked }
}
