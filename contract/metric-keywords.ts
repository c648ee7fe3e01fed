import { z } from 'zod'
import { line } from './bounds.ts'

/** Words of one metric. */
export const maxMetricKeywords = 20

/** A word or a short phrase by which people speak of a metric; what is said has no case. */
const metricWord = line(40)
  .min(1, { error: 'A word cannot be empty', abort: true })
  .regex(/\p{L}/u, 'A word needs a letter')
/** The words of a metric, each once. None: those of every day that go with its label. */
export const metricWords = z
  .array(metricWord)
  .max(maxMetricKeywords, `At most ${maxMetricKeywords} words`)
  .overwrite((words) => uniqueKeywords(words))

/** The words of a phrase as they are heard. */
export const parseKeywords = (phrase: string) =>
  phrase
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*/gu) ?? []
export const normalizeKeyword = (phrase: string) => parseKeywords(phrase).join(' ')

/** Without those that sound like one before. */
export const uniqueKeywords = (words: readonly string[]) =>
  words.filter(
    (word, at) => words.findIndex((it) => normalizeKeyword(it) === normalizeKeyword(word)) === at,
  )
