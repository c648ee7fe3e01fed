// `npm start`: installs what is missing, builds the web if it changed, and runs the product until it is told to stop.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  buildWeb,
  ensureInstalled,
  installedNode,
  isStopping,
  isWebBuilt,
  environment,
  main,
  say,
  start,
} from './install.mjs'

await main(async () => {
  if (existsSync('.env')) process.loadEnvFile()
  await ensureInstalled()
  // The channel tells the server when this process is gone, however that came about.
  const server = start(installedNode, ['server/main.ts'], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...environment(), WEB_IS_BEING_BUILT: 'yes' },
  })
  const ended = once(server, 'exit')
  if (!isWebBuilt()) {
    say('Building the pages.')
    try {
      await buildWeb()
    } catch (error) {
      server.kill()
      await ended
      throw error
    }
  }
  if (server.connected && !isStopping) server.send('built')
  const [code] = await ended
  return code ?? 1
})
