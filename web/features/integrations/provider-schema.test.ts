import { expect, test } from 'vitest'
import { namedByServer, providerSchema, settingsIn, valuesOf } from './provider-schema.ts'

test("a form begins with the first provider, and what was typed for one is not another one's", () => {
  const values = valuesOf('email_sms')
  expect(Object.keys(values)).toEqual(
    expect.arrayContaining(['provider', 'smtp:host', 'smtp:password']),
  )
  expect(values['smtp:port']).toBe('587')
  const chosen = { ...values, provider: 'smtp', 'smtp:host': 'mail.example.com' }
  expect(settingsIn('email_sms', chosen)).toMatchObject({ host: 'mail.example.com', password: '' })
  expect(settingsIn('email_sms', { ...chosen, provider: 'outbox' })).toEqual({})
})

test('what is wrong stands beside its field, of the chosen provider alone', () => {
  const wrong = (values: Record<string, string>) =>
    providerSchema('ai_analysis')
      .safeParse({ ...valuesOf('ai_analysis'), ...values })
      .error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(wrong({ provider: 'openai_gpt5' })).toEqual([
    ['openai_gpt5:apiKey', 'API key is required'],
  ])
  expect(wrong({ provider: 'openai_gpt5', 'openai_gpt5:apiKey': 'sk-1' })).toBeUndefined()
  expect(wrong({ provider: 'built_in' })).toBeUndefined()
  expect(wrong({ provider: '' })).toEqual([['provider', 'Provider is required']])
})

test('a mask is left as it is', () => {
  const values = valuesOf('ai_analysis', { apiKey: '••••1234' }, ['openai_gpt5'])
  expect(providerSchema('ai_analysis').safeParse(values).success).toBe(true)
})

test('what the server found wrong stands beside the field of the chosen provider', () => {
  const values = { provider: 'loops.so' }
  expect(namedByServer('loops_so:apiKey', values)).toBe('settings.apiKey')
  expect(namedByServer('sendgrid:apiKey', values)).toBeUndefined()
  expect(namedByServer('provider', values)).toBe('provider')
})
