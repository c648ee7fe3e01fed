import { expect, test } from 'vitest'
import { isLoopback } from './loopback.ts'

test.each([
  ...['localhost', 'LOCALHOST', 'localhost.', 'maylab.localhost', '127.0.0.1', '127.8.9.10'],
  ...['::1', '[::1]', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '[::ffff:7f00:1]'],
])('%s is this machine', (host) => expect(isLoopback(host)).toBe(true))

test.each([
  ...['', '0.0.0.0', '::', '10.0.0.1', '128.0.0.1', '::2', '::ffff:10.0.0.1', 'example.com'],
  ...['notlocalhost', 'localhost.example.com', '127.0.0.1.example.com', '127.0.0.1@example.com'],
])('%j may be another machine', (host) => expect(isLoopback(host)).toBe(false))
