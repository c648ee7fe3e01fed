import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { linkOrigin } from './origin.ts'

test.each([
  ['127.0.0.1', 3000, 'http://127.0.0.1:3000'],
  ['::ffff:192.168.1.5', 3000, 'http://192.168.1.5:3000'],
  ['::1', 3000, 'http://[::1]:3000'],
  ['192.168.1.5', 80, 'http://192.168.1.5'],
])('a link leads to the address that was called: %s', (localAddress, localPort, origin) => {
  const socket = { localAddress, localPort } as Socket
  expect(linkOrigin({ appOrigin: undefined }, { socket })).toBe(origin)
  expect(linkOrigin({ appOrigin: 'https://care.example' }, { socket })).toBe('https://care.example')
})
