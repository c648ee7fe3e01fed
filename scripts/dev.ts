import { spawn } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { readConfig } from '../server/platform/config/config.ts'
import { openDatabase } from '../server/platform/process/open-database.ts'
import { loadSettingsFile } from '../server/platform/process/run.ts'

// `npm run dev`: the pages with live reload at http://localhost:5173, and the server, restarted when a file of it
// changes. This process holds the embedded database open, so that a restart of the server takes no time.
loadSettingsFile()
const { url, close } = await openDatabase(readConfig(process.env))
const held = new pg.Client({ connectionString: url })
await held.connect()
held.on('error', (error) => console.error(error.message))

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
  await held.end()
  await close()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stop(0))
for (const child of children) child.once('exit', (code) => void stop(code ?? 1))
