import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

// The minimal upload server: `node http-sink.ts <file>` writes each request to the file.
const [file = ''] = process.argv.slice(2)
const server = createServer((request, response) => {
  void pipeline(request, createWriteStream(file)).then(() => response.end('ok'))
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.(`http://127.0.0.1:${port}`)
})
process.on('disconnect', () => process.exit())
