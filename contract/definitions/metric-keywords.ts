import { z } from 'zod'
import { line } from '../bounds.ts'

/** Maximum number of keywords of a metric. */
export const maxMetricKeywords = 20

/** A word or short phrase that people use for a metric; case is ignored. */
const metricWord = line(40)
  .min(1, { error: 'A word cannot be empty', abort: true })
  .regex(/\p{L}/u, 'A word needs a letter')
/** Keywords of a metric, without duplicates; empty: the built-in ones for its label. */
export const metricWords = z
  .array(metricWord)
  .max(maxMetricKeywords, `At most ${maxMetricKeywords} words`)
  .overwrite((words) => uniqueKeywords(words))

/** The words of a phrase in lower case, without punctuation. */
export const parseKeywords = (phrase: string) =>
  phrase
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*/gu) ?? []
export const normalizeKeyword = (phrase: string) => parseKeywords(phrase).join(' ')

/** Drops keywords that equal an earlier one, ignoring case and punctuation. */
export const uniqueKeywords = (words: readonly string[]) =>
  words.filter(
    (word, at) => words.findIndex((it) => normalizeKeyword(it) === normalizeKeyword(word)) === at,
  )
