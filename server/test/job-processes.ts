import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach } from 'vitest'
import type { Deps } from '../deps.ts'

const program = path.join(import.meta.dirname, 'jobs-process.ts')

type Tested = { deps: Pick<Deps, 'config'>; databaseUrl: string }
type Given = {
  /** Milliseconds per transcription. */
  workMs?: number
  /** Origin of the outside services. */
  service?: string
}

/**
 * Processes that run the background jobs of a database, to be killed midway; the rest are ended after each test. `hear`
 * receives their output. Call once per test file, at the top.
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
      const args = [program, url, deps.config.dataDir, String(workMs), service]
      const output = hear ? 'pipe' : 'inherit'
      const child = spawn(process.execPath, args, { stdio: ['ignore', output, output] })
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => hear?.(text))
      children.push(child)
      return child
    },
    kill,
  }
}
