import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { clientAddress, clientNetwork, trustProxyOption } from './client-address.ts'

async function addressSeen(setting: string, remoteAddress: string, forwarded?: string) {
  const app = Fastify({ trustProxy: trustProxyOption(readConfig({ TRUST_PROXY: setting })) })
  afterAll(() => app.close())
  app.get('/', async (request) => clientAddress(request))
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return (await app.inject({ url: '/', remoteAddress, headers })).body
}

test.each([
  ['off', '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  ['off', '::ffff:192.0.2.1', undefined, '192.0.2.1'],
  ['1', '127.0.0.1', '198.51.100.7', '198.51.100.7'],
  ['1', '127.0.0.1', undefined, '127.0.0.1'],
  ['1', '127.0.0.1', '203.0.113.66, 198.51.100.7', '198.51.100.7'],
  ['2', '127.0.0.1', '203.0.113.66, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
  ['127.0.0.1', '127.0.0.1', '203.0.113.66, 198.51.100.7', '198.51.100.7'],
  ['127.0.0.1', '::ffff:127.0.0.1', '203.0.113.66, ::ffff:198.51.100.7', '198.51.100.7'],
  ['127.0.0.1', '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  ['127.0.0.1, 10.0.0.0/8', '127.0.0.1', '203.0.113.66, 198.51.100.7, 10.1.2.3', '198.51.100.7'],
  ['fd00::/8', 'fd00::1', '203.0.113.66, 2001:db8::7', '2001:db8::7'],
  // Some proxies add the port. Anything but an IP address is unknown.
  ['1', '127.0.0.1', '198.51.100.7:4711', '198.51.100.7'],
  ['1', '127.0.0.1', '<script>', 'unknown'],
  ['127.0.0.1', '127.0.0.1', '198.51.100.7, nonsense', 'unknown'],
])('TRUST_PROXY=%s, from %s, X-Forwarded-For %s: %s', async (setting, from, forwarded, address) => {
  expect(await addressSeen(setting, from, forwarded)).toBe(address)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['unknown', 'unknown'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0'],
  ['2001:0DB8:1:2::', '2001:db8:1:2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  // An IPv4-mapped address is not a /64 network.
  ['::ffff:c000:201', '0:0:0:0:0:ffff:c000:201'],
])('the network of %s is %s', (address, network) => expect(clientNetwork(address)).toBe(network))

test('a closed connection has an unknown address', () => {
  expect(clientAddress({ ip: undefined })).toBe('unknown')
})
