// `npm start`: installs missing packages, builds the web if it changed, and runs the product until it is stopped.
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
  // The IPC channel closes when this process ends for any reason, which stops the server.
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
