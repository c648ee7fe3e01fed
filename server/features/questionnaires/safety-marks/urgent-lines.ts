import path from 'node:path'
import { z } from 'zod'
import type { UrgentLine } from '#contract/sessions/sessions.ts'
import {
  findClientSpeaker,
  isCoach,
  type ParticipantNames,
} from '../../analysis/evidence/find-client-speaker.ts'
import { isQuestion, toSentences } from '../../../providers/transcript/sentences.ts'
import { readDataFile } from '../data/read-data-file.ts'

/** Regular expressions of words without punctuation and apostrophes; `~` stands for up to three words. */
const patterns = z.array(z.string().min(1)).min(1)
const phrasesByLanguage = readDataFile(
  path.join(import.meta.dirname, '../data/urgent-phrases.json'),
  z.record(z.string(), z.strictObject({ phrases: patterns, exceptions: patterns })),
)

const compile = (all: readonly string[]) =>
  new RegExp(`\\b(?:${all.join('|').replaceAll('~', String.raw`(?:\S+ ){0,3}`)})(?!\\w)`, 'g')

const languages = Object.values(phrasesByLanguage).map(({ phrases, exceptions }) => ({
  phrases: compile(phrases),
  exceptions: compile(exceptions),
}))

/** Whether a sentence speaks of suicide, self-harm or not wanting to live. Exceptions are looked for first. */
export const isUrgent = (sentence: string) =>
  languages.some(({ phrases, exceptions }) =>
    splitWords(sentence).replaceAll(exceptions, ' | ').match(phrases),
  )

const splitWords = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

type Spoken = { speaker: string | null; text: string; start: number | null }

/**
 * The urgent sentences of the client. Where it is not certain who the client is, those of anybody but the coach in the first
 * person that ask nothing.
 */
export function findUrgentLines(
  turns: readonly Spoken[],
  names: ParticipantNames & { coach: string | null },
): UrgentLine[] {
  const client = findClientSpeaker(
    turns.map((it) => ({ ...it, from: 0 })),
    names,
  )
  const isClients = ({ speaker }: Spoken, sentence: string) =>
    client !== undefined
      ? speaker === client
      : (speaker === null || !isCoach(speaker, names.coach)) &&
        isFirstPerson.test(sentence) &&
        !isQuestion(sentence)
  return turns.flatMap((turn) =>
    toSentences(turn.text)
      .filter((sentence) => isUrgent(sentence) && isClients(turn, sentence))
      .map((text) => ({ text, start: turn.start })),
  )
}

const isFirstPerson = /\b(?:i|me|my|myself)\b/i

/** Whether two lines are the same, also where a conversation words one a little differently. */
export function isSameLine(one: UrgentLine, other: UrgentLine) {
  const [first, second] = [
    new Set(splitWords(one.text).split(' ')),
    new Set(splitWords(other.text).split(' ')),
  ]
  const [fewer, more] = first.size < second.size ? [first, second] : [second, first]
  return [...fewer].filter((word) => more.has(word)).length >= fewer.size * 0.7
}
