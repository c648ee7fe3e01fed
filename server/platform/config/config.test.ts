import { describe, expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'

describe('the product is reachable by', () => {
  test.each([
    {},
    { HOST: 'localhost' },
    { HOST: '::1' },
    { APP_ORIGIN: 'http://localhost:5173' },
    { APP_ORIGIN: 'https://127.0.0.1', TRUST_PROXY: 'off' },
  ])('only this machine: %j', (env) => expect(readConfig(env).isReachable).toBe(false))

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.5' },
    { HOST: 'intranet' },
    { APP_ORIGIN: 'https://care.example' },
    { TRUST_PROXY: '1' },
    { TRUST_PROXY: '127.0.0.1' },
    { HOST: '0.0.0.0', APP_ORIGIN: 'http://localhost' },
  ])('others too: %j', (env) => expect(readConfig(env).isReachable).toBe(true))
})

describe('TRUST_PROXY', () => {
  test.each([
    ['off', false],
    ['1', 1],
    ['3', 3],
    ['127.0.0.1', ['127.0.0.1']],
    [' 10.0.0.0/8,::1 ', ['10.0.0.0/8', '::1']],
    ['fd00::/8', ['fd00::/8']],
  ])('%s is parsed', (text, trustProxy) =>
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(trustProxy),
  )

  test.each([
    ...['on', 'true', '0', '-1', '10', '1.5', 'proxy.example', '10.0.0.0/33', '::1/129'],
    ...['0.0.0.0/0', '::/0', '10.0.0.0/', '10.0.0/8', '127.0.0.1,', '1, 2', '/8'],
  ])('%s is refused with an example', (text) =>
    expect(() => readConfig({ TRUST_PROXY: text })).toThrow(
      'The setting TRUST_PROXY is wrong: must say whom to believe: how many proxies stand in front, such as 1, or their addresses and networks, such as 127.0.0.1, 10.0.0.0/8.',
    ),
  )
})

describe('TIME_ZONE', () => {
  test('defaults to that of the machine', () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    expect(readConfig({}).timeZone).toBe(timeZone)
    expect(readConfig({ TIME_ZONE: 'Pacific/Apia' }).timeZone).toBe('Pacific/Apia')
  })

  test('is UTC when the machine names none, as with TZ=:/etc/localtime', () => {
    const nameless = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: undefined }
    const asked = vi
      .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
      .mockReturnValue(nameless as never)
    expect(readConfig({}).timeZone).toBe('UTC')
    asked.mockRestore()
  })

  test.each(['Copenhagen', 'Europe/Nowhere', 'now'])('%s is refused with an example', (text) =>
    expect(() => readConfig({ TIME_ZONE: text })).toThrow(
      'The setting TIME_ZONE is wrong: must be a time zone such as Europe/Copenhagen.',
    ),
  )
})

describe('the identity provider of the environment', () => {
  const given = { OIDC_CLIENT_ID: 'maylab', OIDC_CLIENT_SECRET: 'secret' }

  test.each(['https://login.example.com', 'http://localhost:8080'])('may be %s', (issuer) =>
    expect(readConfig({ ...given, OIDC_ISSUER: issuer }).identityProvider).toEqual({
      ...{ name: 'single sign-on', issuer, clientId: 'maylab', clientSecret: 'secret' },
    }),
  )

  test('must be https elsewhere, and complete', () => {
    const read = (env: object) => () => readConfig({ ...given, ...env })
    expect(read({ OIDC_ISSUER: 'http://login.example.com' })).toThrow('must begin with https://')
    expect(read({})).toThrow('must be set together')
  })
})
