import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { create } from 'tar'
import { createTar } from '../../../test/create-tar.ts'
import { unpack } from './unpack.ts'

const root = mkdtempSync(path.join(tmpdir(), 'maylab-unpack-'))
afterAll(() => rmSync(root, { recursive: true }))

async function unpacked(archive: Buffer, member: string) {
  const folder = mkdtempSync(path.join(root, 'case-'))
  const file = path.join(root, `${path.basename(folder)}.tgz`)
  writeFileSync(file, archive)
  await unpack(file, member, path.join(folder, 'in'))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map((it) => {
      const full = path.join(it.parentPath, it.name)
      return [path.relative(path.join(folder, 'in'), full), readFileSync(full, 'utf8')]
    }),
  )
}

it('extracts a folder without its parent folders, and nothing else', async () => {
  const archive = createTar({
    'package/model/conf/a.conf': 'a',
    'package/model/empty': '',
    'package/models/other': 'no',
    'package/x/package/model/deep': 'no',
  })
  expect(await unpacked(archive, 'package/model')).toEqual({ 'conf/a.conf': 'a', empty: '' })
})

it('extracts a single file', async () => {
  const archive = createTar({
    'package/weights/a.onnx': 'weights',
    'package/weights/a.onnx2': 'no',
  })
  expect(await unpacked(archive, 'package/weights/a.onnx')).toEqual({ 'a.onnx': 'weights' })
})

it('rejects a path outside of the folder', async () => {
  const archive = createTar({ 'package/m/../../../escaped': 'x' })
  await expect(unpacked(archive, 'package/m')).rejects.toThrow("'..'")
})

it('skips links', async () => {
  const folder = mkdtempSync(path.join(root, 'links-'))
  mkdirSync(path.join(folder, 'package/m'), { recursive: true })
  writeFileSync(path.join(folder, 'package/m/a'), 'a')
  symlinkSync('/etc/passwd', path.join(folder, 'package/m/b'))
  const file = path.join(root, 'links.tgz')
  create({ file, cwd: folder, gzip: true, sync: true }, ['package'])
  expect(await unpacked(readFileSync(file), 'package/m')).toEqual({ a: 'a' })
})

it('reports a truncated archive', async () => {
  const short = gunzipSync(createTar({ 'package/m/a': 'x'.repeat(5000) })).subarray(0, 3000)
  await expect(unpacked(gzipSync(short), 'package/m')).rejects.toThrow('Truncated')
})
