import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDb } from '../db/db.ts'
import { databaseQueue } from '../db/queue.ts'
import { startJobs } from '../process/run-jobs.ts'
import { localDisk } from '../providers/storage/local-disk.ts'
import { spoken } from './fake-transcriber.ts'
import { testConfig } from './test-config.ts'

// A worker process for tests to kill: `node jobs-process.ts <database> <data folder> <milliseconds of work>`.
const [databaseUrl = '', dataDir = '', workMs = '0'] = process.argv.slice(2)
const report = (error: Error) => console.error(error)
const { db } = openDb(databaseUrl, report, 3)
await startJobs(
  {
    db,
    queue: databaseQueue,
    config: testConfig(dataDir),
    storage: localDisk(path.join(dataDir, 'recordings')),
    transcriber: {
      async transcribe(_path, { onProgress, signal }) {
        for (let part = 1; part <= 10; part++) {
          await sleep(Number(workMs) / 10, undefined, { signal })
          onProgress(part / 10, null)
        }
        return spoken
      },
    },
  },
  {
    connectionString: databaseUrl,
    onError: report,
    times: { progressMs: 50, heartbeatMs: 200, leaseMs: 3_000, rescueMs: 500 },
  },
)
