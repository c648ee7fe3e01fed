import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'

type Span = {
  name: string
  kind: number
  traceId: string
  attributes: { key: string; value: { stringValue?: string } }[]
}

const cloned = await cloneDatabase(inject('database'))
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-telemetry-'))
const received: { url: string; body: string }[] = []
const collector = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ url: request.url ?? '', body })
    response.setHeader('content-type', 'application/json').end('{}')
  })
}).listen(0, '127.0.0.1')
await once(collector, 'listening')
afterAll(async () => {
  collector.close()
  await cloned.drop()
  rmSync(folder, { recursive: true, force: true })
})

const portOf = (server: Server) => (server.address() as AddressInfo).port

/** Runs the product with a collector while `use` calls it; everything is sent when it stops. Returns how long that took. */
async function runTraced(use: (address: string) => Promise<unknown>, port = portOf(collector)) {
  const child = fork('server/main.ts', [], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
    env: {
      PATH: process.env['PATH'],
      ...{ DATABASE_URL: cloned.url, DATA_DIR: folder, PORT: '0', JOBS: 'off', DEMO_DATA: 'off' },
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    },
  })
  let output = ''
  child.stdout?.on('data', (part) => (output += String(part)))
  const address = () => / is at (http\S+)\n/.exec(output)?.[1]
  await vi.waitUntil(address, { timeout: 30_000 })
  await use(address() ?? '')
  const begin = Date.now()
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  return Date.now() - begin
}

const bodiesOf = (url: string) => received.filter((it) => it.url === url).map(({ body }) => body)

test(
  'a collector gets traces of requests with their queries, and metrics, without personal data',
  { timeout: 60_000 },
  async () => {
    const id = '0193a000-0000-7000-8000-00000000beef'
    const email = 'sarah.lindqvist@example.com'
    await runTraced(async (origin) => {
      await fetch(`${origin}/api/clients/${id}/events?search=burnout`, {
        headers: { cookie: 'login=x' },
      })
      await fetch(`${origin}/api/auth/login`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json', 'user-agent': 'her browser' },
        body: JSON.stringify({ email, password: 'not hers at all' }),
      })
    })
    const spans: Span[] = bodiesOf('/v1/traces').flatMap((body) =>
      JSON.parse(body).resourceSpans.flatMap((it: { scopeSpans: { spans: Span[] }[] }) =>
        it.scopeSpans.flatMap((scope) => scope.spans),
      ),
    )
    const valueOf = ({ attributes }: Span, name: string) =>
      attributes.find(({ key }) => key === name)?.value.stringValue
    expect(spans.map(({ name }) => name)).toContain('GET /api/clients/:id/events')
    const login = spans.find(({ name }) => name === 'POST /api/auth/login')
    const queries = spans.filter(
      (it) => it.traceId === login?.traceId && valueOf(it, 'db.query.text') !== undefined,
    )
    expect(queries.map((it) => valueOf(it, 'db.query.text')).join()).toContain('"email" = $1')

    for (const personal of [id, email, 'burnout', 'her browser', 'url.path', 'client.address'])
      expect(JSON.stringify(received), personal).not.toContain(personal)

    const metrics = bodiesOf('/v1/metrics').join()
    for (const name of ['http.server.request.duration', 'db.client.operation.duration', 'nodejs.'])
      expect(metrics).toContain(name)
  },
)

test(
  'a collector that does not answer delays a stop by two seconds at most',
  { timeout: 60_000 },
  async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const stopMs = await runTraced((origin) => fetch(`${origin}/healthz`), portOf(silent))
    silent.closeAllConnections()
    expect(stopMs).toBeLessThan(5_000)
  },
)
