/** Sentences of what somebody said, each with its sign at the end; one inside quotation marks is somebody else's. */
export const sentencesOf = (text: string) =>
  text
    .split(/(?<=[.!?…])\s+|\n+/u)
    .map((it) => it.trim())
    .filter((it) => it !== '' && !/["“”«»]/u.test(it))

/** Words of a sentence without case and punctuation, an apostrophe as it is typed. */
export const normalizeText = (sentence: string) =>
  sentence
    .toLowerCase()
    .replaceAll(/[’ʼ`]/g, "'")
    .split(/[^\p{L}\p{N}']+/u)
    .filter((it) => it !== '')
