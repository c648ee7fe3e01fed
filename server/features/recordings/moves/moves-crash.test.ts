import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { localDisk } from '../../../providers/storage/local-disk.ts'
import { jobProcesses } from '../../../test/job-processes.ts'
import { makeRecording } from '../../../test/make-recording.ts'
import { makeRow, makeSession } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const tested = await testApp()
const { deps, db, clientId, sessionDefinitionId } = tested
const processes = jobProcesses(tested)

test('a move continues after its process was killed, and each recording is in one place', async () => {
  const ids: string[] = []
  for (let count = 0; count < 6; count++)
    ids.push(await makeRecording(deps, await makeSession(db, { clientId, sessionDefinitionId })))
  const [slowId, moveId] = [newId(), newId()]
  await db.transaction().execute(async (tx) => {
    const ofType = tx.updateTable('integration').where('type', '=', 'video_storage')
    await ofType.set({ isActive: false }).execute()
    await tx
      .insertInto('integration')
      .values({ id: slowId, type: 'video_storage', provider: 'slow', isActive: true })
      .execute()
  })
  await makeRow(db, 'recordingsMove', { id: moveId, integrationId: slowId })
  await deps.queue.add(db, 'move-recordings', { id: moveId })
  const move = () =>
    db
      .selectFrom('recordingsMove')
      .select(['status', 'moved'])
      .where('id', '=', moveId)
      .executeTakeFirstOrThrow()
  const patient = { timeout: 60_000 }
  const first = processes.start({ workMs: 1000 })
  await expect.poll(async () => (await move()).moved, patient).toBeGreaterThan(0)
  await processes.kill(first)
  const { moved, status } = await move()
  expect(status).toBe('running')
  expect(moved).toBeLessThan(ids.length)
  processes.start({ workMs: 1 })
  await expect.poll(move, patient).toEqual({ status: 'done', moved: ids.length })
  const rows = await db.selectFrom('recording').select(['integrationId', 'storageKey']).execute()
  const disk = localDisk(path.join(deps.config.dataDir, 'slow'))
  for (const { integrationId, storageKey } of rows) {
    expect(integrationId).toBe(slowId)
    expect(await text(await disk.read(storageKey))).toBe('a recording')
  }
  // Unfinished copies are deleted by the sweep, and nothing was moved twice.
  const discarded = await db.selectFrom('discardedFile').select('storageKey').execute()
  expect(discarded.map((it) => it.storageKey).toSorted()).toEqual(ids.toSorted())
}, 150_000)
