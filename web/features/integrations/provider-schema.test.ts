import { expect, test } from 'vitest'
import { serverFieldName, providerSchema, parseSettings, formValues } from './provider-schema.ts'

test('a form has default values, and each provider gets only its own settings', () => {
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

test('errors are shown at their field, and only for the chosen provider', () => {
  const errorsOf = (values: Record<string, string>) =>
    providerSchema('ai_analysis')
      .safeParse({ ...formValues('ai_analysis'), ...values })
      .error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(errorsOf({ provider: 'openai_gpt5' })).toEqual([
    ['openai_gpt5:apiKey', 'API key is required'],
  ])
  expect(errorsOf({ provider: 'openai_gpt5', 'openai_gpt5:apiKey': 'sk-1' })).toBeUndefined()
  expect(errorsOf({ provider: 'built_in' })).toBeUndefined()
  expect(errorsOf({ provider: '' })).toEqual([['provider', 'Provider is required']])
})

test('fields that belong together are required together', () => {
  const errorsOf = (values: Record<string, string>) =>
    providerSchema('video_storage')
      .safeParse({
        ...formValues('video_storage', { accessKey: 'key', storageZoneName: 'zone' }, ['bunny']),
        ...values,
      })
      .error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(errorsOf({})).toBeUndefined()
  expect(errorsOf({ 'bunny:pullZoneHost': 'films.b-cdn.net' })).toEqual([
    ['bunny:tokenKey', 'Token key is required with Pull zone host'],
  ])
  expect(errorsOf({ 'bunny:tokenKey': '••••1234' })).toEqual([
    ['bunny:pullZoneHost', 'Pull zone host is required with Token key'],
  ])
  expect(
    errorsOf({ 'bunny:tokenKey': '••••1234', 'bunny:pullZoneHost': 'films.b-cdn.net' }),
  ).toBeUndefined()
  expect(errorsOf({ 'bunny:tokenKey': 'key', 'bunny:pullZoneHost': '10.0.0.1' })).toEqual([
    ['bunny:pullZoneHost', 'Please enter a host such as videos.b-cdn.net'],
  ])
})

test('a masked key is accepted unchanged', () => {
  const values = formValues('ai_analysis', { apiKey: '••••1234' }, ['openai_gpt5'])
  expect(providerSchema('ai_analysis').safeParse(values).success).toBe(true)
})

test('a server error is shown at the field of the chosen provider', () => {
  const values = { provider: 'loops.so' }
  expect(serverFieldName('loops_so:apiKey', values)).toBe('settings.apiKey')
  expect(serverFieldName('sendgrid:apiKey', values)).toBeUndefined()
  expect(serverFieldName('provider', values)).toBe('provider')
})
