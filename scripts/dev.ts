import { spawn } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { readConfig } from '../server/platform/config/config.ts'
import { openDatabase } from '../server/platform/process/open-database.ts'
import { loadSettingsFile } from '../server/platform/process/run.ts'

// `npm run dev`: pages with live reload at http://localhost:5173, and a server that restarts when its files change.
// This process keeps a connection to the embedded database, so that server restarts do not stop it.
loadSettingsFile()
const { url, close } = await openDatabase(readConfig(process.env))
const keepAlive = new pg.Client({ connectionString: url })
await keepAlive.connect()
keepAlive.on('error', (error) => console.error(error.message))

const bin = path.join(import.meta.dirname, '..', 'node_modules', '.bin')
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    stdio: 'inherit',
  }),
  spawn(process.execPath, [path.join(bin, 'vite')], { stdio: 'inherit' }),
]

let isStopping = false
async function stop(code: number) {
  if (isStopping) return
  isStopping = true
  await Promise.all(
    children.map(
      (child) =>
        new Promise<void>((resolve) => {
          if (child.exitCode !== null || child.signalCode !== null) return resolve()
          child.once('exit', () => resolve())
          child.kill('SIGTERM')
        }),
    ),
  )
  await keepAlive.end()
  await close()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop(0))
for (const child of children) child.once('exit', (code) => void stop(code ?? 1))
