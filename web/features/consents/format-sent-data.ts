import type { ConsentPurpose } from '#contract/consents/consents.ts'
import type { SentData } from '#contract/consents/sent-data.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatBytes } from '#web/lib/numbers.ts'

const contents: Record<ConsentPurpose, string> = {
  recording: 'recording',
  outside_transcription: 'sound',
  analysis: 'text',
  outside_analysis: 'text',
  organization_figures: 'figures',
}

/** "On Mar 3, 2026 the sound of your session of Feb 27, 2026 was sent to OpenAI in the EU, 0.6 MB, with your consent of …" */
export function formatSentData(entry: SentData) {
  const { at, purpose, sessionDate, whose, service, host, region, bytes, consentedAt } = entry
  const session = whose === null ? 'your session' : `a session of ${whose}`
  const of = sessionDate === null ? session : `${session} of ${formatDate(sessionDate)}`
  const consent = consentedAt === null ? '' : `, with your consent of ${formatDate(consentedAt)}`
  // A region is only known of the service's own hosts.
  const where = region === null ? `(${host})` : `in ${region}`
  const note = entry.isInterrupted ? ' It was interrupted, and more may have been sent.' : ''
  return `On ${formatDate(at)} the ${contents[purpose]} of ${of} was sent to ${service} ${where}, ${formatBytes(bytes)}${consent}.${note}`
}
