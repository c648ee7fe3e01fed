import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach } from 'vitest'
import type { Deps } from '../deps.ts'

const program = path.join(import.meta.dirname, 'jobs-process.ts')

type Tested = { deps: Pick<Deps, 'config'>; databaseUrl: string }
type Given = {
  /** Milliseconds that a transcription takes. */
  workMs?: number
  /** Where the outside services of these processes are. */
  service?: string
}

/**
 * Processes of their own that do the background work of a database, to be killed in the middle of it; those left are
 * ended after each test. `hear` gets what they write. Call once per test file, at its top.
 */
export function jobProcesses({ deps, databaseUrl }: Tested, hear?: (text: string) => void) {
  const children: ChildProcess[] = []
  async function kill(child: ChildProcess) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  afterEach(async () => {
    await Promise.all(children.splice(0).map(kill))
  })
  return {
    start({ workMs = 0, service = '' }: Given = {}) {
      const url = `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}application_name=worker`
      const given = [program, url, deps.config.dataDir, String(workMs), service]
      const said = hear ? 'pipe' : 'inherit'
      const child = spawn(process.execPath, given, { stdio: ['ignore', said, said] })
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => hear?.(text))
      children.push(child)
      return child
    },
    kill,
  }
}
