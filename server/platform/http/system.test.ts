import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { buildApp } from '../../app.ts'

const metricsToken = 'a-token-of-at-least-32-characters'
const securityContact = 'security@example.com'
const { app, call, deps } = await testApp((it) => ({
  config: { ...it.config, metricsToken, securityContact },
}))
const metrics = (authorization?: string, remoteAddress = '10.0.0.1') =>
  call({ url: '/metrics', remoteAddress, headers: { ...(authorization && { authorization }) } })

test('the metrics require the token', async () => {
  const answer = await metrics(`Bearer ${metricsToken}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('process_cpu_seconds_total')
})

const alerts = /\n## Alerts\n.*?(?=\n## )/s.exec(readFileSync('docs/operations.md', 'utf8'))?.[0]
test.each([
  ['the alert list', alerts ?? ''],
  ['the dashboard', readFileSync('deploy/grafana-dashboard.json', 'utf8')],
])('every metric that %s names exists', async (_where, text) => {
  await call({ url: '/healthz' })
  const { body } = await metrics(`Bearer ${metricsToken}`)
  const existing = new Set(body.match(/^[a-z]\w+(?=[ {])/gm))
  const named = new Set(text.match(/\b(?:maylab|http|nodejs|process)_\w+/g))
  expect(named.size).toBeGreaterThan(5)
  expect([...named].filter((name) => !existing.has(name))).toEqual([])
})

test('the metrics count requests by route and jobs by state', async () => {
  await deps.queue.add(deps.db, 'sweep', {})
  await call({ url: '/api/clients/0193a000-0000-7000-8000-00000000beef/events' })
  const { body } = await metrics(`Bearer ${metricsToken}`)
  expect(body).toMatch(
    /^http_request_duration_seconds_count\{method="GET",route="\/api\/clients\/:id\/events",status="401"\} 1$/m,
  )
  expect(body).not.toContain('beef')
  expect(body).toContain('maylab_database_up 1\n')
  expect(body).toContain('maylab_jobs{state="waiting"} 1\n')
})

test.each([undefined, '', 'Bearer', `Bearer ${metricsToken}x`, `Basic ${metricsToken}`])(
  'the metrics are refused without the token, even from this machine: %s',
  async (authorization) => {
    const answer = await metrics(authorization, '127.0.0.1')
    expect(answer.statusCode).toBe(401)
    expect(answer.body).not.toContain('process_')
  },
)

test('without METRICS_TOKEN there are no metrics', async () => {
  const without = await buildApp({ ...deps, config: { ...deps.config, metricsToken: undefined } })
  const headers = { host: 'localhost', authorization: 'Bearer undefined' }
  expect((await without.inject({ url: '/metrics', headers })).statusCode).toBe(404)
  await without.close()
  expect((await app.inject({ url: '/healthz' })).json()).toEqual({ status: 'alive' })
})

test('security.txt names the contact, and is missing without one', async () => {
  const { body, headers } = await call({ url: '/.well-known/security.txt' })
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toMatch(/^Contact: mailto:security@example\.com\nExpires: \d{4}-\d\d-\d\dT/)
  const without = await buildApp({
    ...deps,
    config: { ...deps.config, securityContact: undefined },
  })
  const missing = await without.inject({
    url: '/.well-known/security.txt',
    headers: { host: 'localhost' },
  })
  expect(missing.statusCode).toBe(404)
  await without.close()
})
