import { expect, test } from 'vitest'

const sources = Object.entries(
  import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
).filter(([file]) => !file.includes('.test.'))
const filesWith = (pattern: RegExp) =>
  sources.filter(([, source]) => pattern.test(source)).map(([file]) => file)

test('the walk sees the sources, and what it looks for', () => {
  expect(sources.length).toBeGreaterThan(200)
  expect(filesWith(/useWrite\(|useBoundForm\(/).length).toBeGreaterThan(10)
})

test('whatever is written goes through one way, which tells of it also when its button is gone', () => {
  expect(filesWith(/\buseMutation\b/)).toEqual(['./use-write.ts'])
})

test('what changes something is called by a write, which reads anew what shows it', () => {
  // A lock of the browser is requested by the same word, and asks no server.
  expect(filesWith(/(?<!\blocks\?\.)\brequest\(/)).toEqual(['./use-write.ts', '../lib/api.ts'])
  expect(filesWith(/\binvalidateQueries\(/)).toEqual(['../lib/refetch-affected.ts'])
})

test('every form is the one form', () => {
  expect(filesWith(/\buseForm\(|\buseForm</)).toEqual(['./use-bound-form.ts'])
})

test('no screen shows an error as it came: `serverMessage` says what a person can read', () => {
  expect(filesWith(/\b(?:error|failure|refusal|cause|reason)\.message\b/)).toEqual([])
})
