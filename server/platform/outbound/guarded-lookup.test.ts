import type { lookup } from 'node:dns'
import { expect, test } from 'vitest'
import { guardedLookup } from './guarded-lookup.ts'

const found = (addresses: string[], all: boolean) =>
  new Promise<unknown>((resolve) => {
    const resolver = ((_name: string, _options: unknown, answer: (...of: unknown[]) => void) =>
      answer(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      )) as unknown as typeof lookup
    guardedLookup(
      'storage.example',
      { all },
      (error, address, family) => resolve(error ?? [address, family]),
      resolver,
    )
  })

test('a name leads where it leads, unless one of its addresses is local', async () => {
  expect(await found(['93.184.216.34'], false)).toEqual(['93.184.216.34', 4])
  expect(await found(['93.184.216.34'], true)).toEqual([
    [{ address: '93.184.216.34', family: 4 }],
    undefined,
  ])
  expect(await found(['93.184.216.34', '127.0.0.1'], true)).toMatchObject({ code: 'ELOCAL' })
  expect(await found(['169.254.169.254'], false)).toMatchObject({ code: 'ELOCAL' })
  expect(await found([], true)).toMatchObject({ code: 'ELOCAL' })
})
