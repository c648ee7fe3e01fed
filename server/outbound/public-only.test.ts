import type { lookup } from 'node:dns'
import { expect, test } from 'vitest'
import { isPublic, publicLookup } from './public-only.ts'

test.each(['93.184.216.34', '172.15.0.1', '172.32.0.1', '2606:2800:220:1::1'])(
  '%s is in the world',
  (address) => expect(isPublic(address)).toBe(true),
)

test.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1'],
  ...['172.31.255.255', '192.168.1.1', '224.0.0.1', '255.255.255.255', '168.63.129.16'],
  ...['::', '::1', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '::ffff:127.0.0.1'],
  ...['::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::1', '2001::1'],
])('%s is not', (address) => expect(isPublic(address)).toBe(false))

const found = (addresses: string[], all: boolean) =>
  new Promise<unknown>((resolve) => {
    const resolver = ((_name: string, _options: unknown, answer: (...of: unknown[]) => void) =>
      answer(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      )) as unknown as typeof lookup
    publicLookup(
      'storage.example',
      { all },
      (error, address, family) => resolve(error ?? [address, family]),
      resolver,
    )
  })

test('a name leads where it leads, unless one of its addresses is not in the world', async () => {
  expect(await found(['93.184.216.34'], false)).toEqual(['93.184.216.34', 4])
  expect(await found(['93.184.216.34'], true)).toEqual([
    [{ address: '93.184.216.34', family: 4 }],
    undefined,
  ])
  expect(await found(['93.184.216.34', '10.0.0.1'], true)).toMatchObject({ code: 'ECLOSED' })
  expect(await found(['169.254.169.254'], false)).toMatchObject({ code: 'ECLOSED' })
  expect(await found([], true)).toMatchObject({ code: 'ECLOSED' })
})
