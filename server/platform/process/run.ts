import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeStartupError } from './startup-error.ts'
import { type Config, readConfig } from '../config/config.ts'
import { isDatabaseUnavailable } from '../db/database-unavailable.ts'

/** A plain line for whoever started the program. */
export const printLine = (line: string) => void process.stdout.write(`${line}\n`)

/** A terminal and npm may both pass on the same Ctrl-C: what follows within this time is the same one. */
const sameSignalMs = 500
/** Whatever still hangs after this time is left behind. */
const shutdownTimeoutMs = 30_000

/** Settings out of `.env`, for a command that a person starts; what is set already stays. npm start does the same. */
export function loadSettingsFile() {
  if (existsSync('.env')) process.loadEnvFile()
}

type Stop = () => Promise<unknown>
export type OnStop = (stop: Stop) => void

/**
 * Runs a program until it is told to stop: by SIGINT, SIGTERM or SIGHUP, or because the parent that started it with a
 * channel is gone. `start` hands each thing to be closed to `onStop`; the last one is closed first. A second signal
 * ends at once. Any error becomes one sentence and exit code 1; one that comes while stopping keeps nothing from being
 * closed.
 */
export function run(start: (config: Config, onStop: OnStop) => Promise<void>) {
  const stops: Stop[] = []
  let config: Config | undefined
  let stoppingSince = 0
  let code = 0

  async function stop() {
    if (stoppingSince) return
    stoppingSince = Date.now()
    void sleep(shutdownTimeoutMs, undefined, { ref: false }).then(() => process.exit(code || 1))
    for (const close of stops.toReversed()) await close().catch(fail)
    process.exit(code)
  }
  function onSignal() {
    if (stoppingSince && Date.now() - stoppingSince > sameSignalMs) process.exit(130)
    void stop()
  }
  function fail(error: unknown) {
    process.stderr.write(`${describeStartupError(error, config)}\n`)
    if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error)
      process.stderr.write(`${error.stack}\n`)
  }
  const giveUp = (error: unknown) => {
    fail(error)
    code = 1
    void stop()
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  if (process.connected) process.once('disconnect', () => void stop())
  process.on('uncaughtException', giveUp)
  // The queue does not wait for the end of a job to be noted. While the database is away it cannot be: the lease of a
  // transcription, or the next hour's sweep, sees to it later.
  process.on('unhandledRejection', (error) =>
    isDatabaseUnavailable(error) ? fail(error) : giveUp(error),
  )

  void (async () => {
    config = readConfig(process.env)
    await start(config, (close) => {
      // Told to stop while starting: what has just been opened is closed again.
      if (stoppingSince) close().catch(fail)
      else stops.push(close)
    })
    // What is told to stop while it starts misses what has been closed already.
  })().catch((error: unknown) => stoppingSince || giveUp(error))
}
