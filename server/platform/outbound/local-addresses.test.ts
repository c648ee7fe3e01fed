import type { lookup } from 'node:dns'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { isLocalAddress, lookupPublicHost } from './local-addresses.ts'

test.each([
  ...['93.184.216.34', '172.15.0.1', '2606:2800:220:1::1'],
  // Private networks: many operators run an S3 store or a mail server there.
  ...['10.1.2.3', '192.168.1.1', 'fc00::1', '::ffff:10.0.0.1'],
])('%s may be entered in a form', (address) => expect(isLocalAddress(address)).toBe(false))

test.each([
  ...['0.0.0.0', '127.0.0.1', '169.254.169.254', '224.0.0.1', '255.255.255.255'],
  ...['100.100.100.200', '168.63.129.16', '::', '::1', 'fe80::1', 'fd00:ec2::254', 'ff02::1'],
  ...['::ffff:127.0.0.1', '::ffff:169.254.169.254', '64:ff9b::7f00:1', '2002:7f00:1::1', '2001::1'],
  ...['::127.0.0.1', '64:ff9b:1::7f00:1', '64:ff9b:1:abcd:7f:0:100:0'],
  // Those of this machine.
  ...Object.values(networkInterfaces()).flatMap((of) => of?.map(({ address }) => address) ?? []),
])('%s may not be entered in a form', (address) => expect(isLocalAddress(address)).toBe(true))

const lookedUp = (addresses: string[], all: boolean) =>
  new Promise<unknown>((resolve) => {
    const resolver = ((_host: string, _options: unknown, done: (...of: unknown[]) => void) =>
      done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      )) as unknown as typeof lookup
    lookupPublicHost(
      'storage.example',
      { all },
      (error, address, family) => resolve(error ?? [address, family]),
      resolver,
    )
  })

test('a lookup fails if one of the addresses is local', async () => {
  expect(await lookedUp(['93.184.216.34'], false)).toEqual(['93.184.216.34', 4])
  expect(await lookedUp(['93.184.216.34'], true)).toEqual([
    [{ address: '93.184.216.34', family: 4 }],
    undefined,
  ])
  expect(await lookedUp(['93.184.216.34', '127.0.0.1'], true)).toMatchObject({ code: 'ELOCAL' })
  expect(await lookedUp(['169.254.169.254'], false)).toMatchObject({ code: 'ELOCAL' })
  expect(await lookedUp([], true)).toMatchObject({ code: 'ELOCAL' })
})
