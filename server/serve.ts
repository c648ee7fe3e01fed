import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { Config } from './platform/config/config.ts'
import { serveWeb } from './platform/http/web.ts'
import { playbackOrigins } from './features/recordings/playback/playback-links.ts'
import { connect } from './connect.ts'
import { startFetchingModels } from './platform/process/fetch-models.ts'
import { signInInstructions, endDemoLogins, createInitialData } from './first-start.ts'
import { openLog } from './platform/process/log.ts'
import { startDatabase } from './platform/process/open-database.ts'
import { type OnStop, printLine } from './platform/process/run.ts'
import { startJobs } from './jobs.ts'

/**
 * Runs the product: API, pages and, unless JOBS=off, background jobs. `webBuilt` settles when the web is built;
 * undefined when it was built before.
 */
export async function serve(
  config: Config,
  webBuilt: Promise<unknown> | undefined,
  onStop: OnStop,
) {
  const log = openLog(config)
  const url = await startDatabase(config, log, onStop)
  const { deps, close } = await connect(config, log, url)
  onStop(close)
  await createInitialData(deps, config)
  const areDemoAccountsRefused = await endDemoLogins(deps, config)
  const app = await buildApp(deps, log)
  await serveWeb(app, { ...deps, mediaOrigins: () => playbackOrigins(deps) })
  await app.listen({ host: config.host, port: config.port })
  const jobs = config.hasJobs
    ? startJobs(deps, {
        connectionString: url,
        onError: (error) => log.error({ err: error }, 'background work failed'),
      })
    : undefined
  // What makes the start fail is thrown below.
  onStop(async () => (await jobs?.catch(() => undefined))?.stop())
  // Registered last, so that requests stop before anything else is closed.
  onStop(() => app.close())
  const printInstructions = async () => {
    await webBuilt
    printLine(`${deps.installation.brandName} is at ${config.appOrigin ?? getAddress(config, app)}`)
    if (config.isReachable && !config.appOrigin)
      printLine(
        'It only answers at localhost. To make it reachable from elsewhere, set APP_ORIGIN to the address that people will use.',
      )
    for (const line of await signInInstructions(deps, config, areDemoAccountsRefused))
      printLine(line)
  }
  await Promise.all([printInstructions(), jobs])
  // Last, because at the first start building the pages needs the network and the processor.
  if (config.hasJobs) onStop(startFetchingModels(config.modelsDir))
}

/** With PORT=0 the system chooses the port. All interfaces include loopback. */
function getAddress({ host, port }: Config, app: FastifyInstance) {
  const [listening] = app.addresses()
  const chosen = typeof listening === 'object' ? listening.port : port
  if (['0.0.0.0', '::'].includes(host)) return `http://127.0.0.1:${chosen}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${chosen}`
}
