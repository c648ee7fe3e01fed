import { once } from 'node:events'
import { run } from './platform/process/run.ts'
import { serve } from './serve.ts'

/** scripts/start.mjs builds the web while the server starts, and sends a message when it is built. */
const webBuilt =
  process.connected && process.env['WEB_IS_BEING_BUILT'] ? once(process, 'message') : undefined

run((config, onStop) => serve(config, webBuilt, onStop))
