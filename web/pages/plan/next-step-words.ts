import type { SessionDetail, UrgentLine } from '#contract/sessions/sessions.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { hasUnheardWords } from './get-next-step.ts'

/** Why no conversation is made of a transcript, where nobody wrote one manually. */
export const whyNoConversation = ({ blocked, hasRawTranscript, hasConversation }: SessionDetail) =>
  hasRawTranscript && !hasConversation ? blocked.analysis : null

export const toDecide = ({ valuesToDecide }: SessionDetail) =>
  valuesToDecide === 1 ? '1 value to review' : `${formatCount(valuesToDecide)} values to review`

export const listWaiting = (session: SessionDetail) => [
  ...(session.needsClientSpeaker ? ['Choose who speaks for the client.'] : []),
  ...(session.valuesToDecide ? [`${toDecide(session)}.`] : []),
  ...(hasUnheardWords(session) ? ['The transcript has uncertain words.'] : []),
]

export function describeContent(session: SessionDetail, isSilent: boolean) {
  if (isSilent) return 'No speech was found in the recording.'
  const found = [whyNoConversation(session) ?? [], listWaiting(session)].flat()
  return found.length ? found.join(' ') : 'Everything is in place.'
}

export function formatLines(lines: readonly UrgentLine[]) {
  const quotes = lines.map(({ text }) => `“${text}”`).join(' ')
  if (!lines.length)
    return 'Something that was said should be read, but its transcript was deleted.'
  return lines.length === 1 ? `Read this line: ${quotes}` : `Read these lines: ${quotes}`
}
