import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import wabt from 'wabt'
import { bytes, matrixProducts } from './gemm.ts'

const sizes = fc.record({
  rows: fc.integer({ min: 1, max: 140 }),
  inner: fc.integer({ min: 1, max: 40 }),
  columns: fc.integer({ min: 1, max: 8 }).map((n) => 4 * n),
})

it('equals a naive multiplication for any size', () => {
  const product = matrixProducts()
  fc.assert(
    fc.property(sizes, fc.integer(), ({ rows, inner, columns }, seed) => {
      const made = (length: number, by: number) =>
        Float32Array.from({ length }, (_, i) => Math.sin(seed + i * by))
      const data = made(rows * inner, 1.7)
      const values = made(columns * inner, 2.3)
      const result = product(data, rows, { rows: columns, columns: inner, values })
      expect(result).toHaveLength(rows * columns)
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++) {
          let sum = 0
          for (let k = 0; k < inner; k++)
            sum += data[row * inner + k]! * values[column * inner + k]!
          if (Math.abs(result[row * columns + column]! - sum) > 1e-3)
            expect.fail(`row ${row}, column ${column}`)
        }
    }),
    { numRuns: 50 },
  )
})

it('equals the compiled gemm.wat byte for byte', async () => {
  const tools = await wabt()
  const source = tools.parseWat(
    'gemm.wat',
    readFileSync(new URL('./gemm.wat', import.meta.url), 'utf8'),
  )
  const { buffer } = source.toBinary({})
  expect(bytes.toString('base64')).toBe(Buffer.from(buffer).toString('base64'))
})
