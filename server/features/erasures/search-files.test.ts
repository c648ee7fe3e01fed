import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { searchFiles } from './search-files.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-search-'))
afterAll(() => rmSync(folder, { recursive: true }))
const id = newId()
const email = 'søren@example.com'
const mib = 1024 * 1024

function write(name: string, content: string | Buffer) {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  writeFileSync(path.join(folder, name), content)
}
/** A large file with a text at a place. */
function withTextAt(place: number, text: string | Buffer) {
  const bytes = Buffer.alloc(3 * mib, 0xe9)
  Buffer.from(text).copy(bytes, place)
  return bytes
}
const search = async (maxMs?: number) => {
  const { signal } = new AbortController()
  const { found, ...counts } = await searchFiles(folder, [id, email], {
    signal,
    ...(maxMs !== undefined && { maxMs }),
  })
  return { ...counts, found: found.toSorted() }
}

write('other.txt', `${newId()} somebody@example.com`)
write('pgdata/skipped.txt', id)

test('a text is found in names and in small and large files, even across chunk boundaries', async () => {
  write(`in-name/${id.toUpperCase()}-1`, '')
  write('small.json', `{"to":"${email}"}`)
  write('address.txt', `to=${encodeURIComponent(email)}`)
  write('start.mp4', withTextAt(0, id))
  write('end.mp4', withTextAt(3 * mib - 36, id.toUpperCase()))
  for (let before = 1; before < 36; before += 7)
    write(`border-${before}.mp4`, withTextAt(512 * 1024 - before, id))
  write('utf16.mp3', withTextAt(mib - 20, Buffer.from(id, 'utf16le')))
  expect(await search()).toEqual({
    ...{ files: 12, byNameOnly: 0 },
    found: [
      ...['address.txt', 'border-1.mp4', 'border-15.mp4', 'border-22.mp4', 'border-29.mp4'],
      ...['border-8.mp4', 'end.mp4', `in-name/${id.toUpperCase()}-1`, 'small.json', 'start.mp4'],
      'utf16.mp3',
    ],
  })
})

test('archives, and files not reached in time, are searched by name only and counted', async () => {
  write('export.zip', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from(id)]))
  write('backup.gz', gzipSync(id))
  const found = (await search()).found.length
  expect(await search()).toMatchObject({ files: 14, byNameOnly: 2 })
  expect(await search(-1)).toMatchObject({
    byNameOnly: 13,
    found: [`in-name/${id.toUpperCase()}-1`],
  })
  expect(found).toBe(11)
})
