import { once } from 'node:events'
import { openLog } from './platform/process/log.ts'
import { startDatabase } from './platform/process/open-database.ts'
import { run } from './platform/process/run.ts'

/** scripts/start.mjs looks whether the web is built, builds it if not, and says when there is something to see. */
const webBuilt =
  process.connected && process.env['WEB_IS_BEING_BUILT'] ? once(process, 'message') : undefined

run(async (config, onStop) => {
  const log = openLog(config)
  // The database starts while the rest of the program is read. Node reads without a pause, so it has to begin before.
  const { promise: begun, resolve: onBegun } = Promise.withResolvers<void>()
  const database = startDatabase(config, log, onStop, onBegun)
  await begun
  const { serve } = await import('./platform/process/serve.ts')
  await serve(config, { log, database, webBuilt, onStop })
})
