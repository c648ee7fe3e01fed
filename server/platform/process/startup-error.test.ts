import { expect, test } from 'vitest'
import { describeStartupError } from './startup-error.ts'

const settings = { host: '127.0.0.1', port: 80, dataDir: '/srv/data', databaseUrl: undefined }
const failed = (code: string, more: object = {}) =>
  Object.assign(new Error(`${code}: it failed`), { code, ...more })

test.each([
  ['a full disk', failed('ENOSPC', { path: '/srv/data/x' }), 'The disk is full (/srv/data/x)'],
  [
    'a copy to a full disk',
    failed('ENOSPC', { path: '/tmp/x', dest: '/srv/data/x' }),
    'The disk is full (/srv/data/x)',
  ],
  [
    'a database on a full disk',
    new Error('could not extend: No space left on device'),
    'disk is full',
  ],
  ['a folder of another user', failed('EACCES', { path: '/srv/data' }), 'Change its owner or mode'],
  ['a read-only disk', failed('EROFS'), 'can only be read'],
  ['a port below 1024', failed('EACCES', { syscall: 'listen' }), 'Choose one above 1023'],
  ['an address of another machine', failed('EADDRNOTAVAIL', { syscall: 'listen' }), 'Set HOST'],
  ['several failures in one', new AggregateError([failed('ENOSPC')]), 'The disk is full'],
  ['anything else', new Error('Something of its own.'), 'Something of its own.'],
])('%s is reported with what to do', (_name, error, sentence) => {
  expect(describeStartupError(error, settings)).toContain(sentence)
})

test('an unusable database is named without user and password', () => {
  const databaseUrl = 'postgres://ann:hush@db.example.com/wellbeing?sslmode=require'
  const message = describeStartupError(failed('28P01'), { ...settings, databaseUrl })
  expect(message).toContain('db.example.com/wellbeing')
  expect(message).not.toMatch(/hush|ann:/)
})

test('mkdir on a read-only disk is not reported as a database error', () => {
  const error = failed('ENOENT', { syscall: 'mkdir', path: '/srv/data' })
  for (const databaseUrl of [undefined, 'postgres://db.example.com/wellbeing'])
    expect(describeStartupError(error, { ...settings, databaseUrl })).toMatch(
      /^\/srv\/data .*only be read/,
    )
})
