/** Characters before the first searched word, of a text that is shown in a few lines. */
const before = 80

/** The text from shortly before the first of the searched words. */
export function cutAround(text: string, searched: string) {
  const [first = ''] = searched.split(/[\s,]+/).filter(Boolean)
  const at = plain(text).indexOf(plain(first))
  if (at <= before) return text
  return `…${text.slice(text.indexOf(' ', at - before) + 1)}`
}

/** As the server compares: without case and accents, at the same positions. */
const plain = (text: string) =>
  Array.from(text, (sign) => sign.normalize('NFD').toLowerCase().slice(0, sign.length)).join('')
