import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeStartupError } from './startup-error.ts'
import { type Config, readConfig } from '../config/config.ts'
import { isDatabaseUnavailable } from '../db/database-errors.ts'

/** Prints a plain line to standard output. */
export const printLine = (line: string) => void process.stdout.write(`${line}\n`)

/** Ctrl-C may arrive twice, from the terminal and from npm; a signal within this time is ignored. */
const sameSignalMs = 500
/** The process exits after this time even if something hangs. */
const shutdownTimeoutMs = 30_000

/** Loads `.env` for a command, like npm start does. Variables that are set already stay. */
export function loadSettingsFile() {
  if (existsSync('.env')) process.loadEnvFile()
}

type Stop = () => Promise<unknown>
export type OnStop = (stop: Stop) => void

/**
 * Runs a program until SIGINT, SIGTERM or SIGHUP, or until the parent process disconnects its IPC channel. `start`
 * passes each close function to `onStop`; the last one is called first. A second signal exits at once. An error is
 * printed as one sentence and sets exit code 1; an error during shutdown does not prevent the rest from being closed.
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
  // A query that nobody awaits fails while the database is unavailable.
  process.on('unhandledRejection', (error) =>
    isDatabaseUnavailable(error) ? fail(error) : giveUp(error),
  )

  void (async () => {
    config = readConfig(process.env)
    if (process.env['OTEL_EXPORTER_OTLP_ENDPOINT']) {
      const { startTelemetry } = await import('./telemetry.ts')
      stops.push(startTelemetry())
    }
    await start(config, (close) => {
      // Stopped during the start: closes what was just opened.
      if (stoppingSince) close().catch(fail)
      else stops.push(close)
    })
    // An error of a start that was stopped comes from what is already closed.
  })().catch((error: unknown) => stoppingSince || giveUp(error))
}
