import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { appendStaged, makeStagingFolder, stagingFile } from './staging.ts'

const config = { dataDir: mkdtempSync(path.join(tmpdir(), 'staging-')) }
afterAll(() => rmSync(config.dataDir, { recursive: true }))
makeStagingFolder(config)
const chunks = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(100_000, letter))
const same = (chunk: Buffer) => chunk
const append = (id: string, body: Readable, transform = same) =>
  appendStaged(config, id, body, transform)

test('chunks are appended in order, after existing content', async () => {
  await append('whole', Readable.from([Buffer.from('before ')]))
  await append('whole', Readable.from(chunks.map((it) => Buffer.from(it))))
  const expected = Buffer.concat([Buffer.from('before '), ...chunks])
  expect(readFileSync(stagingFile(config, 'whole')).equals(expected)).toBe(true)
})

test('chunks before a failure are kept, and the rest of the body can still be read', async () => {
  const body = Readable.from(chunks.map((it) => Buffer.from(it)))
  const refuse = (chunk: Buffer) => {
    if (chunk[0] === chunks[2]?.[0]) throw new Error('refused')
    return chunk
  }
  await expect(append('part', body, refuse)).rejects.toThrow('refused')
  expect(readFileSync(stagingFile(config, 'part')).equals(Buffer.concat(chunks.slice(0, 2)))).toBe(
    true,
  )
  expect(await body.toArray()).toEqual(chunks.slice(3))
})

test.each([[undefined], [new Error('connection lost')]])(
  'an interrupted body is not complete',
  async (error) => {
    const body = new Readable({ read: () => undefined })
    body.push(Buffer.from('a'))
    setTimeout(() => body.destroy(error), 20)
    await expect(append('broken', body)).rejects.toThrow(error?.message ?? 'Premature close')
  },
)
