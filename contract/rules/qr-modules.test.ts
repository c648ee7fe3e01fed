import { expect, test } from 'vitest'
import { qrFile, qrModules } from './qr-modules.ts'

const link =
  'https://app.example.com/onboard/0199f3a2-7d51-7c3e-9a4b-2f6f0c1d8e77/2mZ0yG3b1c9t8r7q6p5o4n3m2l1k0j9h8g7f6d5s4a3'

test('a code is a square with a quiet zone of four modules and the three corner marks', () => {
  const { path, size } = qrModules(link)
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`))
  expect((size - 8 - 17) % 4).toBe(0)
  for (const place of dark)
    for (const at of place.split(' ').map(Number)) {
      expect(at).toBeGreaterThanOrEqual(4)
      expect(at).toBeLessThan(size - 4)
    }
  const end = size - 5
  for (const corner of [`4 4`, `${end} 4`, `4 ${end}`]) expect(dark).toContain(corner)
  expect(dark).not.toContain(`${end} ${end}`)
})

test('the file is a standalone SVG, black on white', () => {
  const modules = qrModules(link)
  const file = qrFile(modules)
  expect(file).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /)
  expect(file).toContain(`fill="#fff" d="M0 0h${modules.size}v${modules.size}H0z"`)
  expect(file).toContain(`d="${modules.path}"`)
})

test('different links have different codes', () =>
  expect(qrModules(link).path).not.toBe(qrModules(`${link}x`).path))
