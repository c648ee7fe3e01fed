import { expect, test } from 'vitest'
import { describe } from './log.ts'

test('a logged database error contains no values of rows or parameters', () => {
  const error = Object.assign(new Error('invalid input syntax for type uuid: "ann@example.com"'), {
    severity: 'ERROR',
    code: '22P02',
    detail: 'Key (email)=(ann@example.com) already exists.',
    where: 'unnamed portal parameter $1 = ann@example.com',
  })
  const logged = describe(error)
  expect(logged).toMatchObject({
    code: '22P02',
    message: 'invalid input syntax for type uuid: "…"',
  })
  expect(JSON.stringify(logged)).not.toContain('ann@example.com')
})
