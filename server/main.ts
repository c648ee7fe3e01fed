import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { connect } from './connect.ts'
import type { Config } from './config.ts'
import { fetchModels } from './fetch-models.ts'
import { accountLines, makeFirstData } from './first-start.ts'
import { serveWeb } from './http/web.ts'
import { startJobs } from './jobs/run-jobs.ts'
import { openLog } from './log.ts'
import { run, say } from './run.ts'

/** scripts/start.mjs builds the web meanwhile and says when there is something to see. */
const webBuilt =
  process.connected && process.env['WEB_IS_BEING_BUILT'] ? once(process, 'message') : undefined

run(async (config, onStop) => {
  const log = openLog(config)
  const { deps, databaseUrl, close } = await connect(config, log, say)
  onStop(close)
  await makeFirstData(deps, config)
  const app = await buildApp(deps, log)
  onStop(() => app.close())
  await serveWeb(app, config)
  await app.listen({ host: config.host, port: config.port })
  if (config.hasJobs) {
    const jobs = await startJobs(deps, {
      connectionString: databaseUrl,
      onError: (error) => log.error({ err: error }, 'background work failed'),
    })
    onStop(() => jobs.stop())
  }
  await webBuilt
  say(`${config.brandName} is at ${config.appOrigin ?? addressOf(config, app)}`)
  for (const line of await accountLines(deps)) say(line)
  if (config.hasJobs) {
    const models = fetchModels(config.modelsDir, say)
    onStop(() => models.stop())
  }
})

/** With PORT=0 the system chose the port. */
function addressOf({ host, port }: Config, app: FastifyInstance) {
  const [listening] = app.addresses()
  const chosen = typeof listening === 'object' ? listening.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${chosen}`
}
