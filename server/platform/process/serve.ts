import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from '../../app.ts'
import type { Config } from '../config/config.ts'
import type { Deps } from '../../deps.ts'
import { serveWeb } from '../http/web.ts'
import { playbackOrigins } from '../../features/recordings/playback/playback-origins.ts'
import { connect } from './connect.ts'
import { fetchModels } from './fetch-models.ts'
import { signInInstructions, endDemoLogins, createInitialData } from './first-start.ts'
import { type OnStop, printLine } from './run.ts'

type ServeContext = {
  log: Logger
  /** The address of the database, once that is ready. */
  database: Promise<string>
  /** Settled when there is something to see; missing where the web stands built. */
  webBuilt: Promise<unknown> | undefined
  onStop: OnStop
}

/** The product: answers calls, serves the pages, and does the background work unless others do. */
export async function serve(config: Config, { log, database, webBuilt, onStop }: ServeContext) {
  const url = await database
  const { deps, close } = await connect(config, log, url)
  onStop(close)
  await createInitialData(deps, config)
  const areDemoAccountsRefused = await endDemoLogins(deps, config)
  const app = await buildApp(deps, log)
  await serveWeb(app, { ...deps, mediaOrigins: () => playbackOrigins(deps) })
  await app.listen({ host: config.host, port: config.port })
  const leaving = new AbortController()
  const jobs = config.hasJobs ? startJobsLater(deps, log, url, leaving.signal) : undefined
  onStop(async () => (await jobs?.catch(() => undefined))?.stop())
  // First of all nobody new is let in, and no work is begun.
  onStop(() => {
    leaving.abort()
    return app.close()
  })
  const tellWhere = async () => {
    await webBuilt
    printLine(`${deps.installation.brandName} is at ${config.appOrigin ?? addressOf(config, app)}`)
    if (config.isReachable && !config.appOrigin)
      printLine(
        'It answers only who calls it localhost. To be reached from elsewhere, set APP_ORIGIN to the address that people type.',
      )
    for (const line of await signInInstructions(deps, config, areDemoAccountsRefused))
      printLine(line)
  }
  await Promise.all([tellWhere(), jobs])
  if (config.hasJobs) {
    const models = fetchModels(config.modelsDir, printLine)
    onStop(() => models.stop())
  }
}

/** Milliseconds in which the first pages go out: nobody sees background work, and reading it holds up everything else. */
const jobsDelayMs = 200

/** Begins the background work a moment later; rejects where `leaving` is aborted before. */
export async function startJobsLater(
  deps: Deps,
  log: Logger,
  connectionString: string,
  leaving: AbortSignal,
) {
  await sleep(jobsDelayMs, undefined, { signal: leaving })
  const { startJobs } = await import('./run-jobs.ts')
  leaving.throwIfAborted()
  return startJobs(deps, {
    connectionString,
    onError: (error) => log.error({ err: error }, 'background work failed'),
  })
}

/** With PORT=0 the system chose the port; who listens everywhere also listens here. */
function addressOf({ host, port }: Config, app: FastifyInstance) {
  const [listening] = app.addresses()
  const chosen = typeof listening === 'object' ? listening.port : port
  if (['0.0.0.0', '::'].includes(host)) return `http://127.0.0.1:${chosen}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${chosen}`
}
