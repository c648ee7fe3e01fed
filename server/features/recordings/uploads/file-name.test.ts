import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composedFileName, safeFileName, videoFileName } from './file-name.ts'

test.each([
  ['talk.mp4', 'talk.mp4'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\Clara\\talk.mov', 'talk.mov'],
  ['..', ''],
  ['.hidden', 'hidden'],
  ['a<b>:"c"?.mp4', 'a_b_c_.mp4'],
  ['one\u202e4pm.exe', 'one_4pm.exe'],
  ['talk\u200b.mp4', 'talk.mp4'],
  ['Åse og Bjørn 🙂.mp4', 'Åse og Bjørn 🙂.mp4'],
])('the name %j becomes %j', (given, expected) => {
  expect(safeFileName(given)).toBe(expected)
})

test('a file name is limited in length, keeps its extension and is valid on every file system', () => {
  expect(safeFileName(`${'x'.repeat(1000)}.mp4`)).toBe(`${'x'.repeat(150)}.mp4`)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (given) => {
      expect(safeFileName(given)).not.toMatch(/[\p{Cc}/\\:*?"<>|]/u)
      expect(safeFileName(given).length).toBeLessThanOrEqual(160)
    }),
  )
})

test.each([
  ['talk.mp4', 'video/mp4', 'talk.mp4'],
  ['talk.M4V', 'video/mp4', 'talk.M4V'],
  ['talk.MOV', 'video/quicktime', 'talk.MOV'],
  ['evil.html', 'video/mp4', 'evil.mp4'],
  ['evil.svg', 'video/webm', 'evil.webm'],
  ['evil.mp4', 'video/webm', 'evil.webm'],
  ['evil.exe', 'video/MP2T', 'evil.ts'],
  ['.html', 'video/mp4', 'html.mp4'],
  ['evil.mp4.html', 'video/mp4', 'evil.mp4'],
  ['evil.html.', 'video/mp4', 'evil.mp4'],
  ['evil.html .', 'video/mp4', 'evil.mp4'],
  ['Talk of 12.05. with Dr. Holm', 'video/mp4', 'Talk of 12.05. with Dr. Holm.mp4'],
  ['', 'video/x-msvideo', 'recording.avi'],
  ['evil.html', 'text/html', 'evil.bin'],
])('%j with the type %s is downloaded as %j', (name, contentType, expected) => {
  expect(videoFileName(name, contentType)).toBe(expected)
})

test('a composed name has session, client and time', () => {
  expect(composedFileName('abc', ' Clara  Holm/Berg ', new Date('2026-11-21T09:30:00Z'))).toBe(
    'abc_Clara_Holm_Berg_2026-11-21T09-30-00-000Z.mp4',
  )
})
