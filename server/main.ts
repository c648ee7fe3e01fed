import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { connect } from './process/connect.ts'
import type { Config } from './config.ts'
import { fetchModels } from './process/fetch-models.ts'
import { accountLines, endDemoLogins, makeFirstData } from './process/first-start.ts'
import { serveWeb } from './http/web.ts'
import { startJobs } from './process/run-jobs.ts'
import { openLog } from './process/log.ts'
import { run, say } from './process/run.ts'

/** scripts/start.mjs builds the web meanwhile and says when there is something to see. */
const webBuilt =
  process.connected && process.env['WEB_IS_BEING_BUILT'] ? once(process, 'message') : undefined

run(async (config, onStop) => {
  const log = openLog(config)
  const { deps, databaseUrl, close } = await connect(config, log, say)
  onStop(close)
  await makeFirstData(deps, config)
  const areDemoAccountsRefused = await endDemoLogins(deps, config)
  const app = await buildApp(deps, log)
  await serveWeb(app, config)
  await app.listen({ host: config.host, port: config.port })
  if (config.hasJobs) {
    const jobs = await startJobs(deps, {
      connectionString: databaseUrl,
      onError: (error) => log.error({ err: error }, 'background work failed'),
    })
    onStop(() => jobs.stop())
  }
  // Closed first: nobody new is let in while the rest stops.
  onStop(() => app.close())
  await webBuilt
  say(`${config.brandName} is at ${config.appOrigin ?? addressOf(config, app)}`)
  if (config.isReachable && !config.appOrigin)
    say(
      'It answers only who calls it localhost. To be reached from elsewhere, set APP_ORIGIN to the address that people type.',
    )
  for (const line of await accountLines(deps, config, areDemoAccountsRefused)) say(line)
  if (config.hasJobs) {
    const models = fetchModels(config.modelsDir, say)
    onStop(() => models.stop())
  }
})

/** With PORT=0 the system chose the port; who listens everywhere also listens here. */
function addressOf({ host, port }: Config, app: FastifyInstance) {
  const [listening] = app.addresses()
  const chosen = typeof listening === 'object' ? listening.port : port
  if (['0.0.0.0', '::'].includes(host)) return `http://127.0.0.1:${chosen}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${chosen}`
}
