import { expect, test } from 'vitest'
import { readBaseAddresses } from './base-addresses.ts'

const keys = ['openai_gpt5', 'loops.so', 'smtp']

test('a variable named after a provider replaces its documented origin', () => {
  expect(
    readBaseAddresses(
      {
        OPENAI_GPT5_BASE_URL: 'http://127.0.0.1:8080/v1/',
        LOOPS_SO_BASE_URL: 'https://gateway.example',
        SMTP_BASE_URL: 'smtp://mail%40x:pass@mail.example:587',
        OTHER_BASE_URL: 'whatever another program reads',
        UNSET: undefined,
      },
      keys,
    ),
  ).toEqual({
    openai_gpt5: 'http://127.0.0.1:8080',
    'loops.so': 'https://gateway.example',
    smtp: 'smtp://mail%40x:pass@mail.example:587',
  })
})

test.each([
  ['OPENAI_GPT5_BASE_URL', 'gateway.example'],
  ['OPENAI_GPT5_BASE_URL', 'ftp://gateway.example'],
  ['OPENAI_GPT5_BASE_URL', 'https://user:secret-pass@gateway.example'],
  ['OPENAI_GPT5_BASE_URL', 'https://gateway.example/somewhere'],
  ['OPENAI_GPT5_BASE_URL', 'https://gateway.example/?key=secret-pass'],
  ['SMTP_BASE_URL', 'https://user:secret-pass@mail.example'],
])('%s=%s is refused without showing the value', (name, value) => {
  const read = () => readBaseAddresses({ [name]: value }, keys)
  expect(read).toThrow(`The setting ${name} is wrong: must be an address such as`)
  expect(read).not.toThrow(/secret-pass|gateway\.example\/somewhere/)
})
