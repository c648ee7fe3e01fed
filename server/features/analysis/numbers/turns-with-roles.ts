import { parseTurns } from '#contract/rules/conversation-turns.ts'
import { parseLines } from '../../../providers/transcript/transcript-text.ts'
import { findSpeakerNames } from '../built-in/speaker-names.ts'

/** `unknown`: one of two speakers without known roles. `other`: neither coach nor client. */
export type Role = 'coach' | 'client' | 'unknown' | 'other'
/** The consecutive lines of one speaker. */
export type Turn = { speaker: string | null; who: Role; lines: string[] }

/** The turns of a raw transcript or conversation, with the role of each speaker if it is certain. */
export function turnsWithRoles(text: string): Turn[] {
  const turns = spoken(text)
  const speakers = new Set(turns.map(({ speaker }) => speaker))
  const names = named(speakers) ?? findSpeakerNames(turns)
  const isTwo = speakers.size === 2 && !speakers.has(null)
  const whoIs = (speaker: string | null): Role => {
    const name = names.get(speaker ?? '')?.toLowerCase()
    if (name === 'coach' || name === 'client') return name
    return speaker === null || (isTwo && !names.size) ? 'unknown' : 'other'
  }
  const joined: Turn[] = []
  for (const { speaker, text: said } of turns) {
    const before = joined.at(-1)
    const lines = said.split('\n').map((line) => line.trim())
    if (before && speaker !== null && before.speaker === speaker) before.lines.push(...lines)
    else joined.push({ speaker, who: whoIs(speaker), lines })
  }
  return joined
}

/** Speakers that are already labelled Coach and Client. */
function named(speakers: ReadonlySet<string | null>) {
  const names = [...speakers].flatMap((it) =>
    it !== null && /^(?:coach|client)$/i.test(it.trim()) ? [[it, it.trim()] as const] : [],
  )
  return names.length === 2 ? new Map(names) : undefined
}

function spoken(text: string): { speaker: string | null; text: string }[] {
  const lines = parseLines(text)
  if (lines.some(({ speaker }) => speaker !== null)) return lines
  const turns = parseTurns(text)
  return turns.some(({ speaker }) => speaker !== null) ? turns : lines
}
