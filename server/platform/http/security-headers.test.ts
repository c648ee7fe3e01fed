import { expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { testApp } from '../../test/test-app.ts'

const { app, deps } = await testApp()
const always = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(self), microphone=(self), display-capture=(self), screen-wake-lock=(self)',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
}

test.each(['/healthz', '/api/auth/user', '/api/no-such-thing', '/api/docs'])(
  'every response has the security headers: %s',
  async (url) => {
    const { headers } = await app.inject({ url, headers: { host: 'localhost' } })
    expect(headers).toMatchObject(always)
    const policy = String(headers['content-security-policy']).split(';')
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("script-src-attr 'none'")
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).not.toContain('upgrade-insecure-requests')
    expect(headers).not.toHaveProperty('strict-transport-security')
  },
)

test('a request for another host is refused with the headers', async () => {
  const { headers, statusCode } = await app.inject({ url: '/', headers: { host: 'evil.example' } })
  expect(statusCode).toBe(403)
  expect(headers).toMatchObject(always)
})

test('with an https origin all requests are upgraded to https', async () => {
  const config = { ...deps.config, appOrigin: 'https://plan.example' }
  const secure = await buildApp({ ...deps, config })
  const { headers } = await secure.inject({ url: '/healthz', headers: { host: 'plan.example' } })
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect(headers['content-security-policy']).toMatch(/;upgrade-insecure-requests$/)
  await secure.close()
})
