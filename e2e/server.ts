import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server of the test's own, which it may kill and start again over the same data. */
export class OwnServer {
  readonly origin: string
  readonly #env: NodeJS.ProcessEnv
  #child: ChildProcess | undefined

  constructor({
    port,
    dataDir,
    env = {},
  }: {
    port: number
    dataDir: string
    env?: NodeJS.ProcessEnv
  }) {
    this.origin = `http://127.0.0.1:${port}`
    this.#env = { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir }
  }

  /** Returns when the server answers that it is ready. */
  async start() {
    this.#child = spawn(process.execPath, ['server/main.ts'], { env: this.#env, stdio: 'ignore' })
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
      const answer = await fetch(`${this.origin}/readyz`).catch(() => undefined)
      if (answer?.ok) return
    }
    throw new Error('The server did not become ready.')
  }

  /** As a power cut would: no warning, no cleaning up. */
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
