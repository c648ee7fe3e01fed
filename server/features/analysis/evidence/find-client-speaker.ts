import type { Turn } from '#contract/conversation-turns.ts'
import { speakerNamesOf } from '../../../providers/llm/built-in/speaker-names.ts'

export type ParticipantNames = { client: string; coach: string | null }

/**
 * The client among the speakers: by the label, by name, as the other of two if the coach is known, or by how they speak.
 * Undefined if that is not certain.
 */
export function findClientSpeaker(
  turns: readonly Turn[],
  names: ParticipantNames,
): string | undefined {
  const speakers = [...new Set(turns.flatMap(({ speaker }) => speaker ?? []))]
  const called = (word: string, name: string | null) => {
    const exactly = speakers.filter((it) => plain(it) === word)
    const byName = speakers.filter((it) => name !== null && isCalled(plain(it), plain(name)))
    return exactly.length ? exactly : byName
  }
  const client = called('client', names.client)
  if (client.length) return client.length === 1 ? client[0] : undefined
  if (speakers.length !== 2) return undefined
  const coach = called('coach', names.coach)
  if (coach.length === 1) return speakers.find((it) => it !== coach[0])
  const found = speakerNamesOf(turns)
  return speakers.find((it) => found.get(it) === 'Client')
}

const plain = (name: string) => name.trim().toLowerCase()

/** By full or first name. */
const isCalled = (speaker: string, name: string) =>
  speaker !== '' && (speaker === name || speaker === name.split(/\s+/)[0])
