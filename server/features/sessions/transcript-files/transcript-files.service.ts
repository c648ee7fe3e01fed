import { calendarDay } from '#contract/rules/calendar.ts'
import { describeOrigin } from '#contract/sessions/conversation-origin.ts'
import type { TranscriptFormat } from '#contract/sessions/transcripts.ts'
import { longWeekName } from '#contract/rules/weeks.ts'
import { auditOpening } from '../../audit/audit.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { safeFileName } from '../../recordings/uploads/file-name.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'
import { getSessionDetail } from '../sessions.queries.ts'
import { makeFile } from './make-file.ts'

type FileQuery = { id: string; what: 'transcript' | 'conversation'; format: TranscriptFormat }

/**
 * A transcript as a file with a name that contains no names of people. Throws conflict if there is none. Audited.
 */
export async function transcriptFile(
  deps: Pick<Deps, 'db' | 'installation' | 'providers'>,
  actor: Actor,
  { id, what, format }: FileQuery,
) {
  const session = await getSessionDetail(deps, actor, id, 'include')
  const text = what === 'transcript' ? session.transcribedTextRaw : session.transcribedTextScripted
  if (text === null) throw new AppError('conflict', `This session has no ${what} to download.`)
  const about = describe(session, what, deps.installation.timeZone)
  const file = { format, what, text, about, segments: session.segments }
  const bytes = await makeFile(file).catch((error: unknown) => {
    throw error instanceof Unavailable ? new AppError('unavailable', error.message) : error
  })
  if (!bytes)
    throw new AppError(
      'conflict',
      'This conversation has no timing, so it cannot be downloaded as subtitles.',
    )
  await auditOpening(deps.db, actor, {
    action: 'transcript-downloaded',
    ...{ table: 'session', rowIds: [id], clientId: session.clientId },
    details: { what, format },
  })
  const day = calendarDay(new Date(session.sessionDate), deps.installation.timeZone)
  const kind = session.sessionDefinitionName.replaceAll(/[\s/\\.]+/g, ' ').trim()
  return { bytes, name: safeFileName(`${fileTitles[what]} ${day} ${kind}.${format}`) }
}

const fileTitles = { transcript: 'Transcript', conversation: 'Conversation' }

type Session = Awaited<ReturnType<typeof getSessionDetail>>

function describe(session: Session, what: FileQuery['what'], timeZone: string) {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
  const { conversationOrigin } = session
  return {
    title: what === 'transcript' ? 'Raw transcript' : 'Conversation',
    about: [
      session.sessionDefinitionName,
      day.format(new Date(session.sessionDate)),
      longWeekName(session.weekNumber),
    ].join(' · '),
    origin:
      what === 'conversation' && conversationOrigin
        ? {
            sentence: describeOrigin(conversationOrigin, (at) => day.format(new Date(at))),
            isByModel: conversationOrigin.madeBy === 'model',
          }
        : null,
    ifEmpty: 'The transcript is empty: no speech was found in the recording.',
  }
}
