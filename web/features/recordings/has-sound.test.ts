import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasSound } from './has-sound.ts'

test.each([
  ['no-audio.mp4', false],
  ['short.webm', true],
  ['silent-track-first.mp4', true],
  // Only the server reads its container.
  ['older.avi', undefined],
  ['fake-ftyp.mp4', undefined],
])('whether a chosen file has sound is known by its content: %s', async (name, expected) => {
  expect(await hasSound(new File([readFileSync(`server/test/media/${name}`)], name))).toBe(expected)
})
