/** The words of a text, split at white space. */
export const tokenize = (text: string) => text.split(/\s+/).filter((token) => token !== '')

/** Replaces line breaks and runs of white space with single spaces. */
export const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** A word without case and punctuation, for comparisons. */
export const normalizeLetters = (word: string) =>
  word.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '') || word

/** '1 hour', '24 hours' */
export const formatHours = (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`)

/** Not allowed in XML 1.0. */
const unprintable = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu
export const printable = (text: string) => text.replaceAll(unprintable, '')
