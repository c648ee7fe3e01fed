import { expect, test } from 'vitest'
import { isHere, isPublic } from './networks.ts'

test.each(['93.184.216.34', '172.15.0.1', '172.32.0.1', '2606:2800:220:1::1'])(
  '%s is in the world',
  (address) => expect([isPublic(address), isHere(address)]).toEqual([true, false]),
)

test.each([
  ...['10.1.2.3', '100.64.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['fc00::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::1', '2001::1'],
])('%s is in a network of one’s own', (address) =>
  expect([isPublic(address), isHere(address)]).toEqual([false, false]),
)

test.each([
  ...['0.0.0.0', '127.0.0.1', '169.254.169.254', '224.0.0.1', '255.255.255.255'],
  ...['100.100.100.200', '168.63.129.16', '::', '::1', 'fe80::1', 'fd00:ec2::254', 'ff02::1'],
  ...['::ffff:127.0.0.1', '::ffff:169.254.169.254'],
])('%s is here', (address) => expect([isPublic(address), isHere(address)]).toEqual([false, true]))
