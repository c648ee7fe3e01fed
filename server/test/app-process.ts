import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { buildApp } from '../app.ts'
import { openDb } from '../db/db.ts'
import { openAnnouncements } from '../db/notify.ts'
import { databaseQueue } from '../jobs/queue.ts'
import { builtInLlm } from '../providers/llm/built-in.ts'
import { outbox } from '../providers/messaging/outbox.ts'
import { localDisk } from '../providers/storage/local-disk.ts'
import { fakeTranscriber } from './fake-transcriber.ts'
import { testConfig } from './test-config.ts'

// A server for tests to kill and for the bench to measure: `node app-process.ts <database> <data folder>`.
// Says its address, and whenever it is sent anything, what it has used: memory in bytes, processor in microseconds.
const [databaseUrl = '', dataDir = ''] = process.argv.slice(2)
const report = (error: Error) => console.error(error)
const { db } = openDb(databaseUrl, report, 5)
const app = await buildApp({
  config: testConfig(dataDir),
  secretKey: randomBytes(32),
  db,
  announcements: await openAnnouncements(databaseUrl, report),
  queue: databaseQueue,
  storage: localDisk(path.join(dataDir, 'recordings')),
  transcriber: fakeTranscriber(),
  llm: builtInLlm,
  messenger: outbox,
})
const address = await app.listen({ host: '127.0.0.1', port: 0 })
process.on('message', () =>
  process.send?.({
    now: process.memoryUsage.rss(),
    peak: process.resourceUsage().maxRSS * 1024,
    ...process.cpuUsage(),
  }),
)
process.on('disconnect', () => process.exit())
process.send?.(address)
