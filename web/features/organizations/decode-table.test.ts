import { expect, test } from 'vitest'
import { decodeTable } from './decode-table.ts'

const utf16 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(2 + 2 * text.length))
  for (const [index, unit] of `\uFEFF${text}`.split('').entries())
    view.setUint16(2 * index, unit.charCodeAt(0), isLittle)
  return new Uint8Array(view.buffer)
}

test.each([
  ['UTF-8', new TextEncoder().encode('Søren;søren@å.example')],
  ['UTF-8 with a byte order mark', new TextEncoder().encode('\uFEFFSøren;søren@å.example')],
  ['UTF-16, little end first', utf16('Søren;søren@å.example', true)],
  ['UTF-16, big end first', utf16('Søren;søren@å.example', false)],
  ['Windows-1252', Uint8Array.from('Søren;søren@å.example', (it) => it.charCodeAt(0))],
])('a file in %s is read', (_encoding, bytes) => {
  expect(decodeTable(bytes)).toBe('Søren;søren@å.example')
})
