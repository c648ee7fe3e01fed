import { expect, test } from 'vitest'

const sources = Object.entries(
  import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
).filter(([file]) => !file.includes('.test.'))
const filesWith = (pattern: RegExp) =>
  sources.filter(([, source]) => pattern.test(source)).map(([file]) => file)

test('the scan finds the sources and what it looks for', () => {
  expect(sources.length).toBeGreaterThan(200)
  expect(filesWith(/useApiMutation\(|useApiForm\(/).length).toBeGreaterThan(10)
})

test('every mutation goes through `useApiMutation`', () => {
  expect(filesWith(/\buseMutation\b/)).toEqual(['./use-api-mutation.ts'])
})

test('every request that changes something is sent by a mutation, and queries are refetched in one place', () => {
  // A lock of the browser is requested by the same word, and asks no server.
  expect(filesWith(/(?<!\blocks\?\.)\brequest\(/)).toEqual([
    './use-api-mutation.ts',
    '../lib/api.ts',
  ])
  expect(filesWith(/\binvalidateQueries\(/)).toEqual(['../lib/refetch-affected.ts'])
})

test('every form uses `useApiForm`', () => {
  expect(filesWith(/\buseForm\(|\buseForm</)).toEqual(['./use-api-form.ts'])
})

test('screens show errors only through `serverMessage`', () => {
  expect(filesWith(/\b(?:error|failure|refusal|cause|reason)\.message\b/)).toEqual([])
})
