import { parseTurns } from '#contract/rules/conversation-turns.ts'
import type { Place, QuotableTurn } from '#contract/rules/find-quote.ts'
import { timedWords, type Word, wordTimes } from '#contract/rules/align-edited-words.ts'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import { tokenize } from '#contract/rules/words.ts'
import { findClientSpeaker, type ParticipantNames } from './find-client-speaker.ts'

export type SpokenTurns = {
  turns: readonly QuotableTurn[]
  isRecorded: boolean
  /** Recognized words, before corrections. */
  heard: readonly Word[]
}

/** The saved conversation with word times of the transcript. `originalSegments`: the transcript before corrections. */
export function parseSpokenTurns(
  conversation: string,
  segments: readonly Segment[],
  names: ParticipantNames,
  originalSegments = segments,
): SpokenTurns {
  const turns = parseTurns(conversation, segments)
  const client = findClientSpeaker(turns, names)
  const heard = wordTimes(
    turns.map(({ text }) => text),
    segments,
  )
  return {
    turns: turns.map(({ speaker, text }, index) => ({
      speaker,
      text,
      heard: heard[index] ?? [],
      isClient: client !== undefined && speaker === client,
    })),
    isRecorded: segments.length > 0,
    heard: originalSegments.flatMap(timedWords),
  }
}

/** What the client said at a place, a line for each turn. */
export const clientWordsAt = ({ from, to }: Place, { turns }: Pick<SpokenTurns, 'turns'>) =>
  turns
    .flatMap(({ text, isClient }, turn) =>
      !isClient || turn < from.turn || turn > to.turn
        ? []
        : tokenize(text)
            .slice(turn === from.turn ? from.word : 0, turn === to.turn ? to.word + 1 : undefined)
            .join(' '),
    )
    .join('\n')
