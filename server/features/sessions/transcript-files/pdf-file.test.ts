import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { pdfFile } from './pdf-file.ts'

test('a speaker without a text has a line to itself', async () => {
  const line = (speaker: string | null, text: string) => ({ speaker, text, start: null, end: null })
  const pdf = await pdfFile({
    ...{ title: 'Certificate', about: 'Maylab', origin: null, ifEmpty: '' },
    lines: [line('What remains', ''), line(null, 'Backups')],
  })
  const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1)
  const { items } = await page.getTextContent()
  const heightOf = (text: string) =>
    items.flatMap((it) =>
      'str' in it && it.str.startsWith(text) ? [Number(it.transform[5])] : [],
    )[0]
  expect((heightOf('What remains') ?? 0) - (heightOf('Backups') ?? 0)).toBeGreaterThan(12)
})
