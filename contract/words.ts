/** Words of a text, as they stand in it. */
export const tokensOf = (text: string) => text.split(/\s+/).filter((token) => token !== '')

/** As one line: every white space in it is a single space. */
export const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** A word without case and punctuation: what tells whether two words are the same one. */
export const lettersOf = (word: string) =>
  word.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '') || word
