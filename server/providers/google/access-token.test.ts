import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { json } from '../../test/local-service.ts'
import { assertionIn, googleTokenService } from '../../test/services/google-token.ts'
import { testOutboundClients } from '../../test/test-outbound-clients.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import { createAccessTokens } from './access-token.ts'

const { outboundClientFor, entries, deleteEgress } = await testOutboundClients()
let clock = 0
const service = await googleTokenService(() => clock)
const root = mkdtempSync(path.join(tmpdir(), 'maylab-keys-'))
const keyDir = path.join(root, 'keys')
mkdirSync(path.join(keyDir, 'of-speech'), { recursive: true })
service.writeKeyFile(keyDir)
service.writeKeyFile(path.join(keyDir, 'of-speech'))
service.writeKeyFile(root, 'elsewhere.json')
symlinkSync(path.join(root, 'elsewhere.json'), path.join(keyDir, 'link.json'))
symlinkSync(root, path.join(keyDir, 'up'))
symlinkSync(path.join(keyDir, 'account.json'), path.join(keyDir, 'own.json'))
afterAll(async () => {
  await service.close()
  rmSync(root, { recursive: true })
})

const { signal } = new AbortController()
const scopes = ['https://scope.example/one', 'https://scope.example/two']
beforeEach(async () => {
  service.forget()
  clock = Date.now()
  await deleteEgress()
})
async function tokens(keyFilePath = 'account.json', folder = keyDir, timeoutMs?: number) {
  const outboundClient = await outboundClientFor({
    type: 'video_storage',
    provider: 'google_cloud',
    label: 'Google',
  })
  return createAccessTokens(
    { outboundClient, keyDir: folder, keyFilePath, scopes },
    () => clock,
    timeoutMs,
  )
}

test('exchanges a signed assertion with the account and scopes for a token', async () => {
  const token = await (await tokens())(signal)
  expect(token).toBe(service.given.at(-1))
  const [call] = service.calls
  expect(call?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(call && assertionIn(call)).toMatchObject({
    iss: 'recordings@a-project.iam.gserviceaccount.com',
    scope: 'https://scope.example/one https://scope.example/two',
    aud: `${service.origin}/token`,
  })
  expect(await entries()).toMatchObject([
    { host: new URL(service.origin).host, purpose: 'signing in', status: 200, isSuccess: true },
  ])
})

test('shares one request between concurrent callers and renews the token two minutes before it expires', async () => {
  const token = await tokens()
  const first = await Promise.all([token(signal), token(signal), token(signal)])
  expect(new Set(first).size).toBe(1)
  clock += 57 * 60_000
  expect(await token(signal)).toBe(first[0])
  expect(service.calls).toHaveLength(1)
  clock += 60_000
  expect(await token(signal)).not.toBe(first[0])
  expect(service.calls).toHaveLength(2)
})

test('aborting one caller does not affect the others', async () => {
  const token = await tokens()
  const leaving = new AbortController()
  const [left, stayed] = [token(leaving.signal), token(signal)]
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(await stayed).toBe(service.given.at(-1))
  expect(service.calls).toHaveLength(1)
})

test('quotes a rejection, and the next caller asks again', async () => {
  const token = await tokens()
  service.next((_call, response) =>
    json(response, 400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }),
  )
  await expect(token(signal)).rejects.toThrow(
    new Rejected('refused', 'Google says: Invalid JWT Signature.'),
  )
  expect(await token(signal)).toBe(service.given.at(-1))
})

test('rejects a response without a token', async () => {
  service.next((_call, response) => json(response, 200, { id_token: 'x' }))
  await expect((await tokens())(signal)).rejects.toThrow(Unavailable)
})

test('honours Retry-After', async () => {
  service.next((_call, response) => json(response, 429, {}, { 'retry-after': '40' }))
  await expect((await tokens())(signal)).rejects.toMatchObject({ waitMs: 40_000 })
  expect(service.calls).toHaveLength(1)
})

test('reports a service that does not respond as unreachable', async () => {
  service.next(...Array.from({ length: 3 }, () => () => {}))
  const waited = (await tokens('account.json', keyDir, 500))(signal)
  await expect(waited).rejects.toThrow(Unavailable)
  await expect(waited).rejects.toThrow('Google did not respond in time.')
  expect((await entries()).map(({ error }) => error)).toEqual(
    Array.from({ length: 3 }, () => 'Google did not respond in time.'),
  )
})

describe('a key file', () => {
  test.each([
    ['by a path in the key folder', 'of-speech/account.json'],
    ['by an absolute path within it', path.join(keyDir, 'account.json')],
    ['by a link that stays in it', 'own.json'],
  ])('can be at %s', async (_, name) => {
    expect(await (await tokens(name))(signal)).toMatch(/^ya29\./)
  })

  test.each([
    '../elsewhere.json',
    path.join(root, 'elsewhere.json'),
    'link.json',
    'up/elsewhere.json',
    '/etc/passwd',
    '../nowhere.json',
    '.',
    `${keyDir}2/account.json`,
  ])('is rejected outside of its folder: %s', async (name) => {
    await expect((await tokens(name))(signal)).rejects.toThrow(
      new Rejected('key-file', 'The key file must be in the folder for key files.'),
    )
    expect(service.calls).toEqual([])
  })

  test.each(['nowhere.json', 'of-speech'])('that does not exist is reported: %s', async (name) => {
    await expect((await tokens(name))(signal)).rejects.toThrow(
      'There is no such key file in the folder for key files.',
    )
  })

  test('is reported as missing when the folder does not exist', async () => {
    const token = await tokens('account.json', path.join(root, 'not-made'))
    await expect(token(signal)).rejects.toThrow('There is no such key file')
  })

  test.each([
    ['of a person', { type: 'authorized_user' }],
    ['without an address', { token_uri: undefined }],
    ['that sends its token in clear to others', { token_uri: 'http://token.example/token' }],
    ['that names a file', { token_uri: 'file:///etc/passwd' }],
  ])('%s is rejected', async (_, instead) => {
    const name = service.writeKeyFile(keyDir, 'odd.json', instead)
    await expect((await tokens(name))(signal)).rejects.toThrow(
      'The key file is not the key of a service account in JSON.',
    )
  })

  test('that is not JSON, or too large, is rejected', async () => {
    for (const content of ['-----BEGIN', JSON.stringify({ x: 'x'.repeat(70_000) })]) {
      writeFileSync(path.join(keyDir, 'odd.json'), content)
      await expect((await tokens('odd.json'))(signal)).rejects.toThrow(
        'The key file is not the key of a service account in JSON.',
      )
    }
  })

  test('with an unreadable private key is reported without revealing its content', async () => {
    const name = service.writeKeyFile(keyDir, 'odd.json', { private_key: 'not a key' })
    await expect((await tokens(name))(signal)).rejects.toThrow(
      'The private key in the key file cannot be read.',
    )
    expect(service.calls).toEqual([])
  })
})
