import { calendarDay } from '#contract/calendar.ts'
import type { TranscriptFormat } from '#contract/sessions.ts'
import { weekInWords } from '#contract/weeks.ts'
import { audit } from '../../audit/audit.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../../http/mount.ts'
import { safeFileName } from '../../recordings/file-name.ts'
import { Unavailable } from '../../work/failures.ts'
import { sessionDetailOf } from '../sessions.queries.ts'
import { makeFile } from './make-file.ts'
import { linesOfConversation, linesOfRaw, type TranscriptDocument } from './transcript-document.ts'

type Asked = { id: string; what: 'transcript' | 'conversation'; format: TranscriptFormat }

/**
 * A transcript as a file, and its name, which says no more than what it is, of which kind of session and which day. Throws
 * conflict where there is nothing of that kind. Whoever gets one is in the log first.
 */
export async function transcriptFile(
  deps: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  { id, what, format }: Asked,
) {
  const session = await sessionDetailOf(deps, actor, id, 'include')
  const document = documentOf(session, what, deps.config.timeZone)
  if (what === 'conversation' && format === 'vtt')
    throw new AppError('conflict', 'A conversation has no times, so it cannot become subtitles.')
  const bytes = await makeFile(format, document).catch((error: unknown) => {
    throw error instanceof Unavailable ? new AppError('unavailable', error.message) : error
  })
  await audit(deps.db, actor, {
    action: 'transcript-downloaded',
    ...{ table: 'session', rowId: id, clientId: session.clientId },
    details: { what, format },
  })
  const day = calendarDay(new Date(session.sessionDate), deps.config.timeZone)
  const kind = session.sessionDefinitionName.replaceAll(/[\s/\\.]+/g, ' ').trim()
  return { bytes, name: safeFileName(`${names[what]} ${day} ${kind}.${format}`) }
}

const names = { transcript: 'Transcript', conversation: 'Conversation' }

type Session = Awaited<ReturnType<typeof sessionDetailOf>>

function documentOf(session: Session, what: Asked['what'], timeZone: string): TranscriptDocument {
  const { transcribedTextRaw: raw, transcribedTextScripted: scripted, segments } = session
  if ((what === 'transcript' ? raw : scripted) === null)
    throw new AppError('conflict', `There is no ${what} to download.`)
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
  return {
    title: what === 'transcript' ? 'Raw transcript' : 'Conversation',
    about: [
      session.sessionDefinitionName,
      day.format(new Date(session.sessionDate)),
      weekInWords(session.weekNumber),
    ].join(' · '),
    lines:
      what === 'transcript' ? linesOfRaw(raw ?? '', segments) : linesOfConversation(scripted ?? ''),
    ifEmpty: 'The transcript is empty: no speech was found in the recording.',
  }
}
