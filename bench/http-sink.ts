import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

// The least a server can do with a body: `node http-sink.ts <file> [durable]` writes each request to the file, and with
// `durable` answers when it is on the disk.
const [file = '', durable] = process.argv.slice(2)
const server = createServer((request, response) => {
  void pipeline(request, createWriteStream(file, { flush: durable !== undefined })).then(() =>
    response.end('ok'),
  )
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.(`http://127.0.0.1:${port}`)
})
process.on('message', () => process.send?.({ now: 0, peak: 0, ...process.cpuUsage() }))
process.on('disconnect', () => process.exit())
