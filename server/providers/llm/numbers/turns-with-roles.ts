import { turnsOf } from '#contract/conversation-turns.ts'
import { linesOf } from '../../transcript/transcript-text.ts'
import { speakerNamesOf } from '../built-in/speaker-names.ts'

/** `unknown`: one of two, of whom it is not told who asks. `other`: neither coach nor client. */
export type Role = 'coach' | 'client' | 'unknown' | 'other'
/** What one says without being interrupted, by the lines in which it stands. */
export type Turn = { speaker: string | null; who: Role; lines: string[] }

/** The turns of a raw transcript or of a conversation, with who speaks as far as that is certain. */
export function turnsWithRoles(text: string): Turn[] {
  const turns = spoken(text)
  const speakers = new Set(turns.map(({ speaker }) => speaker))
  const names = named(speakers) ?? speakerNamesOf(turns)
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

/** Where both are called by what they are, there is nothing to find out. */
function named(speakers: ReadonlySet<string | null>) {
  const names = [...speakers].flatMap((it) =>
    it !== null && /^(?:coach|client)$/i.test(it.trim()) ? [[it, it.trim()] as const] : [],
  )
  return names.length === 2 ? new Map(names) : undefined
}

function spoken(text: string): { speaker: string | null; text: string }[] {
  const lines = linesOf(text)
  if (lines.some(({ speaker }) => speaker !== null)) return lines
  const turns = turnsOf(text)
  return turns.some(({ speaker }) => speaker !== null) ? turns : lines
}
