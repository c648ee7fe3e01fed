import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { pipeline } from 'node:stream'

type Target = { path: string } | { port: number }

/** One TCP address in front of what `targetOf` names for each new connection, as HAProxy would be. */
export async function openRelay(targetOf: () => Target | undefined) {
  const server = createServer((incoming) => {
    const target = targetOf()
    if (!target) return void incoming.destroy()
    const outgoing = connect(target)
    pipeline(incoming, outgoing, incoming, () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    close: () => server.close(),
  }
}
