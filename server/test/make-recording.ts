import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Deps } from '../deps.ts'
import { newId } from '../platform/ids.ts'
import { makeRecordingRow } from './make.ts'

/** Stores a recording of a session. Without `film` (a file) its content is not a video. */
export async function makeRecording(
  { db, providers, config }: Pick<Deps, 'db' | 'providers' | 'config'>,
  sessionId: string,
  film?: string,
) {
  const id = newId()
  const file = path.join(config.dataDir, id)
  writeFileSync(file, 'a recording')
  if (film) copyFileSync(film, file)
  const { id: integrationId, adapter } = await providers.active('video_storage')
  await adapter.put(id, file, 'video/mp4', { sessionId })
  rmSync(file)
  return makeRecordingRow(db, sessionId, { id, integrationId })
}
