/** Without quoted sentences, which are someone else's words. */
export const toSentences = (text: string) =>
  text
    .split(/(?<=[.!?…])\s+|\n+/u)
    .map((it) => it.trim())
    .filter((it) => it !== '' && !/["“”«»]/u.test(it))

/** Words in lower case without punctuation. */
export const normalizeText = (sentence: string) =>
  sentence
    .toLowerCase()
    .replaceAll(/[’ʼ`]/g, "'")
    .split(/[^\p{L}\p{N}']+/u)
    .filter((it) => it !== '')
