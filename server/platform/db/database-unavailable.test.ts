import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './database-unavailable.ts'

const told = (code: string) =>
  Object.assign(new pg.DatabaseError('no', 2, 'error'), { code, severity: 'ERROR' })

test.each([
  ['a full disk', told('53100'), true],
  ['a server that is starting', told('57P03'), true],
  ['a connection that broke', new Error('Connection terminated unexpectedly'), true],
  [
    'a connection closed under a query',
    Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
    true,
  ],
  ['a cancelled statement', told('57014'), false],
  ['a doubled key', told('23505'), false],
  ['a missing file', Object.assign(new Error('no'), { code: 'ENOENT', syscall: 'open' }), false],
  ['nothing that is an error', 'Connection terminated', false],
])('%s', (_, error, isAway) => {
  expect(isDatabaseUnavailable(error)).toBe(isAway)
})
