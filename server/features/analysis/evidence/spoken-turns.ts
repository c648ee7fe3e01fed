import { turnsOf } from '#contract/conversation-turns.ts'
import type { QuotableTurn } from '#contract/find-quote.ts'
import { timedWords, type Word } from '#contract/align-edited-words.ts'
import { wordTimes } from '#contract/word-times.ts'
import type { Segment } from '#contract/transcriptions.ts'
import { findClientSpeaker, type ParticipantNames } from './find-client-speaker.ts'

/** What was said in a session, for quotes to be found in. */
export type SpokenTurns = {
  turns: readonly QuotableTurn[]
  /** There is a recording's transcript: what was said was heard in it. */
  isRecorded: boolean
  /** Every word that the recognizer heard, whatever a person made of it since. */
  heard: readonly Word[]
}

/**
 * The conversation of a session as a person saved it; where there is a raw transcript, with the times of its words.
 * `originalSegments`: that transcript before a person corrected it.
 */
export function spokenTurnsOf(
  conversation: string,
  segments: readonly Segment[],
  names: ParticipantNames,
  originalSegments = segments,
): SpokenTurns {
  const turns = turnsOf(conversation, segments)
  const client = findClientSpeaker(turns, names)
  const heard = wordTimes(
    turns.map(({ text }) => text),
    segments,
  )
  return {
    turns: turns.map(({ speaker, text }, index) => ({
      ...{ speaker, text, heard: heard[index] ?? [] },
      isClient: client !== undefined && speaker === client,
    })),
    isRecorded: segments.length > 0,
    heard: originalSegments.flatMap(timedWords),
  }
}
