import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './database-errors.ts'

const pgError = (code: string) =>
  Object.assign(new pg.DatabaseError('no', 2, 'error'), { code, severity: 'ERROR' })

test.each([
  ['a full disk', pgError('53100'), true],
  ['a server that is starting', pgError('57P03'), true],
  ['a broken connection', new Error('Connection terminated unexpectedly'), true],
  [
    'a connection closed during a query',
    Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
    true,
  ],
  ['a cancelled statement', pgError('57014'), false],
  ['a unique violation', pgError('23505'), false],
  ['a missing file', Object.assign(new Error('no'), { code: 'ENOENT', syscall: 'open' }), false],
  ['a value that is not an error', 'Connection terminated', false],
])('%s', (_, error, isUnavailable) => {
  expect(isDatabaseUnavailable(error)).toBe(isUnavailable)
})
