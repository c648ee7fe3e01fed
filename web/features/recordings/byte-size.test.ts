import { expect, test } from 'vitest'
import { byteSize } from './byte-size.ts'

test.each([
  [0, '0 KB'],
  [200, '1 KB'],
  [640 * 1024, '640 KB'],
  [12.44 * 1024 * 1024, '12.4 MB'],
  [500 * 1024 * 1024, '500 MB'],
])('%d bytes read as %s', (bytes, text) => {
  expect(byteSize(bytes)).toBe(text)
})
