import { stat } from 'node:fs/promises'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'
import { joinRecordings } from '../../../platform/media/join-recordings.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'
import { deleteRecordings } from '../../sessions/sessions.queries.ts'
import { requireSpace } from './staging.ts'
import { findRecordingToJoin, type NewPart } from './recording-parts.queries.ts'
import type { ReceivedUpload } from './uploads.queries.ts'

export const recordingExists = () =>
  new AppError(
    'conflict',
    'This session already has a recording. Delete it before uploading another one.',
  )

const alreadyThere = () =>
  new AppError('conflict', 'The session already has this recording, at the same length or longer.')

type Earlier = NonNullable<Awaited<ReturnType<typeof findRecordingToJoin>>>
export type Joined = { earlier: Earlier | undefined; parts: NewPart[]; sizeBytes: number }

/**
 * Writes what was recorded here to `to`, so that it plays and seeks, together with what was recorded of the session before: in the
 * order in which the parts began. The same recording, of which only a part had arrived, is replaced. Throws conflict if the
 * session has all of this one, or a recording that was made elsewhere.
 */
export async function joinUpload(
  { db, providers, config }: Pick<Deps, 'db' | 'providers' | 'config'>,
  { id, sessionId, sizeBytes, userId, startedAt }: ReceivedUpload,
  { path, to, signal }: { path: string; to: string; signal: AbortSignal },
): Promise<Joined> {
  const earlier = await findRecordingToJoin(db, sessionId)
  if (earlier && !earlier.isMadeHere) throw recordingExists()
  await requireSpace(config, sizeBytes + 2 * (earlier?.sizeBytes ?? 0))
  const beganAt = Date.parse(startedAt)
  const all = earlier?.parts ?? []
  const same = all.find((it) => it.uploadedBy === userId && Date.parse(it.startedAt) === beganAt)
  if (same && same.sizeBytes >= sizeBytes) throw alreadyThere()
  const parts = all.filter((it) => it !== same)
  const before = parts.filter((it) => Date.parse(it.startedAt) <= beganAt)
  const after = parts.slice(before.length)
  const at = before.reduce((sum, { seconds }) => sum + seconds, 0)
  const write = (earlierPath: string) =>
    joinRecordings(
      [
        ...(before.length ? [{ path: earlierPath, from: 0, to: at }] : []),
        { path, from: 0, to: null },
        ...(after.length ? [{ path: earlierPath, from: at + (same?.seconds ?? 0), to: null }] : []),
      ],
      to,
      { signal },
    )
  const lengths = earlier
    ? await (
        await providers.of('video_storage', earlier.integrationId)
      ).adapter.withLocalFile(earlier.storageKey, write, { sessionId, signal })
    : await write('')
  const seconds = lengths[before.length ? 1 : 0] ?? 0
  const part = { id, uploadedBy: userId, sizeBytes, seconds, startedAt }
  return { earlier, parts: [...before, part, ...after], sizeBytes: (await stat(to)).size }
}

/** Makes room for the joined recording. Throws Unavailable if the earlier one is not what was joined. */
export async function deleteEarlier(
  tx: Db,
  queue: Queue,
  sessionId: string,
  { earlier }: Pick<Joined, 'earlier'>,
) {
  const now = await findRecordingToJoin(tx, sessionId)
  if (now?.id !== earlier?.id || now?.storageKey !== earlier?.storageKey)
    throw new Unavailable('The recording was changed in the meantime.')
  if (earlier) await deleteRecordings(tx, queue, [sessionId])
}
