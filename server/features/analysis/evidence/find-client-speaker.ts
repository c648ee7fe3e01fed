import type { Turn } from '#contract/rules/conversation-turns.ts'

/** `clientSpeaker`: the label that a person chose. */
export type ParticipantNames = { client: string; clientSpeaker: string | null }

/** The label of the client: `Client`, their name, or the one that a person chose. Undefined if that is not certain. */
export function findClientSpeaker(
  turns: readonly Turn[],
  { client, clientSpeaker }: ParticipantNames,
): string | undefined {
  const speakers = listSpeakers(turns)
  const exactly = speakers.filter((it) => plain(it) === 'client')
  const found = exactly.length
    ? exactly
    : speakers.filter((it) => isCalled(plain(it), plain(client)))
  if (found.length === 1) return found[0]
  return speakers.find((it) => it === clientSpeaker)
}

/** The labels among which a person has to choose, and their choice; no labels if these say who the client is. */
export function speakersToChoose(
  turns: readonly Turn[],
  { client, coach, clientSpeaker }: ParticipantNames & { coach: string | null },
) {
  const isKnown = findClientSpeaker(turns, { client, clientSpeaker: null }) !== undefined
  const speakers = isKnown ? [] : listSpeakers(turns).filter((it) => !isCoach(it, coach))
  return { speakers, clientSpeaker: speakers.find((it) => it === clientSpeaker) ?? null }
}

const listSpeakers = (turns: readonly Turn[]) => [
  ...new Set(turns.flatMap(({ speaker }) => speaker ?? [])),
]

/** By label or name. */
export const isCoach = (speaker: string, coach: string | null) =>
  plain(speaker) === 'coach' || (coach !== null && isCalled(plain(speaker), plain(coach)))

const plain = (name: string) => name.trim().toLowerCase()

/** By full or first name. */
const isCalled = (speaker: string, name: string) =>
  speaker !== '' && (speaker === name || speaker === name.split(/\s+/)[0])
