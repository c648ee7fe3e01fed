import { expect, test } from 'vitest'
import { serverFieldName, providerSchema, parseSettings, formValues } from './provider-schema.ts'

test("a form begins with the first provider, and what was typed for one is not another one's", () => {
  const values = formValues('email_sms')
  expect(Object.keys(values)).toEqual(
    expect.arrayContaining(['provider', 'smtp:host', 'smtp:password']),
  )
  expect(values['smtp:port']).toBe('587')
  const chosen = { ...values, provider: 'smtp', 'smtp:host': 'mail.example.com' }
  expect(parseSettings('email_sms', chosen)).toMatchObject({
    host: 'mail.example.com',
    password: '',
  })
  expect(parseSettings('email_sms', { ...chosen, provider: 'outbox' })).toEqual({})
})

test('what is wrong stands beside its field, of the chosen provider alone', () => {
  const wrong = (values: Record<string, string>) =>
    providerSchema('ai_analysis')
      .safeParse({ ...formValues('ai_analysis'), ...values })
      .error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(wrong({ provider: 'openai_gpt5' })).toEqual([
    ['openai_gpt5:apiKey', 'API key is required'],
  ])
  expect(wrong({ provider: 'openai_gpt5', 'openai_gpt5:apiKey': 'sk-1' })).toBeUndefined()
  expect(wrong({ provider: 'built_in' })).toBeUndefined()
  expect(wrong({ provider: '' })).toEqual([['provider', 'Provider is required']])
})

test('of fields that go together the one that was left out is asked for', () => {
  const wrong = (values: Record<string, string>) =>
    providerSchema('video_storage')
      .safeParse({
        ...formValues('video_storage', { accessKey: 'key', storageZoneName: 'zone' }, ['bunny']),
        ...values,
      })
      .error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(wrong({})).toBeUndefined()
  expect(wrong({ 'bunny:pullZoneHost': 'films.b-cdn.net' })).toEqual([
    ['bunny:tokenKey', 'Token key is required with Pull zone host'],
  ])
  expect(wrong({ 'bunny:tokenKey': '••••1234' })).toEqual([
    ['bunny:pullZoneHost', 'Pull zone host is required with Token key'],
  ])
  expect(
    wrong({ 'bunny:tokenKey': '••••1234', 'bunny:pullZoneHost': 'films.b-cdn.net' }),
  ).toBeUndefined()
  expect(wrong({ 'bunny:tokenKey': 'key', 'bunny:pullZoneHost': '10.0.0.1' })).toEqual([
    ['bunny:pullZoneHost', 'Please enter a host such as videos.b-cdn.net'],
  ])
})

test('a mask is left as it is', () => {
  const values = formValues('ai_analysis', { apiKey: '••••1234' }, ['openai_gpt5'])
  expect(providerSchema('ai_analysis').safeParse(values).success).toBe(true)
})

test('what the server found wrong stands beside the field of the chosen provider', () => {
  const values = { provider: 'loops.so' }
  expect(serverFieldName('loops_so:apiKey', values)).toBe('settings.apiKey')
  expect(serverFieldName('sendgrid:apiKey', values)).toBeUndefined()
  expect(serverFieldName('provider', values)).toBe('provider')
})
