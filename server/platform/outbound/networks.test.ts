import { expect, test } from 'vitest'
import { isLocal } from './networks.ts'

test.each([
  ...['93.184.216.34', '172.15.0.1', '2606:2800:220:1::1'],
  // An S3 store or a mail server in a company's own network is what many operators have.
  ...['10.1.2.3', '192.168.1.1', 'fc00::1', '::ffff:10.0.0.1'],
])('a form may name %s', (address) => expect(isLocal(address)).toBe(false))

test.each([
  ...['0.0.0.0', '127.0.0.1', '169.254.169.254', '224.0.0.1', '255.255.255.255'],
  ...['100.100.100.200', '168.63.129.16', '::', '::1', 'fe80::1', 'fd00:ec2::254', 'ff02::1'],
  ...['::ffff:127.0.0.1', '::ffff:169.254.169.254', '64:ff9b::7f00:1', '2002:7f00:1::1', '2001::1'],
])('no form may name %s', (address) => expect(isLocal(address)).toBe(true))
