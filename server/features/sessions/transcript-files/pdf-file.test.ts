import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { pdfFile } from './pdf-file.ts'

const line = (speaker: string | null, text: string) => ({ speaker, text, start: null, end: null })

test('a speaker without a text has a line to itself', async () => {
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

test('ligatures, emoji, Hebrew and Arabic are drawn, and lines of both directions continue on the next page', async () => {
  const spoken = [
    'A dif\ufb01cult week \u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u2764\ufe0f',
    'سلام',
    'לפני 30 ימים. '.repeat(400),
  ]
  const pdf = await pdfFile({
    ...{ title: 'דנה', about: 'Maylab', origin: null, ifEmpty: '' },
    lines: spoken.map((text) => line('Client', text)),
  })
  const { text, totalPages } = await extractText(new Uint8Array(pdf), { mergePages: true })
  expect(totalPages).toBe(2)
  expect(text).not.toMatch(/□|Some characters/)
  expect(text).toContain('A difficult week')
  expect(text.match(/30/g)).toHaveLength(400)
})
