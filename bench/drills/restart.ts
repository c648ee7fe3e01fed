import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDb } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrateQueues } from '#server/platform/jobs/boss.ts'
import { makePeople, makeSession } from '#server/test/make.ts'
import { startNginx } from '#server/test/nginx.ts'
import { OwnServer } from '../../e2e/server.ts'
import { signIn } from '../sign-in.ts'
import { startLoad } from './load.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { uploadVideo, untilRecorded, videoOf } from './upload.ts'

const people = 4
/** Between two restarts, so that each process gets requests in between. */
const pauseMs = 500
const videoBytes = 20_000_000
/** Between two parts, so that the upload lasts longer than the first restarts. */
const uploadPauseMs = 700

/**
 * Two app processes and a worker behind nginx: each is stopped and started again, one after the other, while people
 * work and an upload goes on.
 */
export async function rollingRestart(started: AsyncDisposableStack, { rounds = 5 } = {}) {
  const folder = temporaryFolder(started, 'restart')
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir)
  const database = await startEmbedded(path.join(folder, 'database'))
  started.defer(() => database.stop())
  const url = database.urlOf('postgres')
  const env = { DATABASE_URL: url, SECRET_KEY: 'x'.repeat(32), LOG_LEVEL: 'silent', JOBS: 'off' }
  await migrate(url)
  await migrateQueues(url)
  const { db } = openDb(url, () => undefined, 2)
  started.defer(() => db.destroy())
  const { emails, clientId, sessionDefinitionId } = await makePeople(db)
  const apps = [new OwnServer({ dataDir, env }), new OwnServer({ dataDir, env })]
  for (const app of apps) started.defer(() => app.stop())
  const newWorker = () => startWorker({ ...env, DATA_DIR: dataDir })
  let worker = newWorker()
  started.defer(() => stopWorker(worker))
  await Promise.all([isReady(worker), ...apps.map((app) => app.start())])
  const nginx = await startNginx(folder, blocksOf(apps.map((it) => new URL(it.origin).host)))
  started.defer(() => nginx.stop())
  const load = startLoad({ origin: () => nginx.origin, email: emails.admin, people })
  const cookie = await signIn(nginx.origin, emails.coach)
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const video = videoOf(videoBytes)
  const from = { origin: nginx.origin, cookie, sessionId, video, pauseMs: uploadPauseMs }
  let isUploading = true
  const uploading = uploadVideo(from).finally(() => (isUploading = false))
  let restartsWhileUploading = 0
  for (let round = 0; round < rounds; round++) {
    for (const app of apps) {
      await sleep(pauseMs)
      await app.stop()
      await app.start()
      restartsWhileUploading += Number(isUploading)
    }
    await stopWorker(worker)
    worker = newWorker()
    await isReady(worker)
  }
  const uploadPath = await uploading
  await load.stop()
  const isUploadWhole = (await untilRecorded({ ...from, uploadPath })) === 'recorded'
  const lost = await load.lost(db)
  const { failures } = load
  return {
    isPassed: isUploadWhole && !Object.keys(failures).length && !lost.length,
    requests: load.requests(),
    failures,
    restartsWhileUploading,
    isUploadWhole,
    lost,
  }
}

/** As in docs/operations.md, "Growing". */
const blocksOf = (hosts: string[]) => (port: number) =>
  `
  upstream app { ${hosts.map((host) => `server ${host} max_fails=0;`).join(' ')} keepalive 8; }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 700m;
    proxy_buffering off;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    location / {
      proxy_pass http://app;
      proxy_next_upstream error http_503 non_idempotent;
    }
    location /api/uploads {
      proxy_pass http://app;
      proxy_request_buffering off;
    }
  }`

const startWorker = (env: Record<string, string>) =>
  spawn(process.execPath, ['server/worker.ts'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** It prints a line when it is ready. */
const isReady = (worker: ReturnType<typeof startWorker>) =>
  Promise.race([once(worker.stdout, 'data'), once(worker, 'exit')])

async function stopWorker(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
