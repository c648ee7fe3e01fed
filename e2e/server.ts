import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyDataFolder } from '../server/test/data-folder.ts'
import { freePort } from '../server/test/free-port.ts'
import { preparedDir, timeZone } from './data-folders.ts'

type OwnServerNeeds = { dataDir: string; env?: NodeJS.ProcessEnv }

/** A server of a test's own with the demo data, which can be killed and restarted with the same data. */
export class OwnServer {
  readonly #dataDir: string
  readonly #env: NodeJS.ProcessEnv
  /** A free port: several tests run at once, each with its own server. */
  #port: number | undefined
  #child: ChildProcess | undefined

  constructor({ dataDir, env = {} }: OwnServerNeeds) {
    this.#dataDir = dataDir
    const own = { HOST: '127.0.0.1', DATA_DIR: dataDir, TIME_ZONE: timeZone }
    this.#env = { ...process.env, ...env, ...own }
  }

  /** Known once the server was started; the same after a restart. */
  get origin() {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Resolves when the server is ready. */
  async start() {
    if (!existsSync(this.#dataDir) && existsSync(preparedDir))
      copyDataFolder(preparedDir, this.#dataDir)
    this.#port ??= await freePort()
    const env = { ...this.#env, PORT: String(this.#port) }
    const child = spawn(process.execPath, ['server/main.ts'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child = child
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
      if (child.exitCode !== null)
        throw new Error(`The server ended with ${child.exitCode}. ${complaint.trim()}`)
      const answer = await fetch(`${this.origin}/readyz`).catch(() => undefined)
      if (answer?.ok) return
    }
    throw new Error('The server did not become ready.')
  }

  /** Kills the server without a chance to clean up, as in a power cut. */
  async kill() {
    await this.#end('SIGKILL')
  }

  async stop() {
    await this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals) {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}
