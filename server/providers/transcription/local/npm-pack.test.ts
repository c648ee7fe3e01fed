import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { npmPack } from './npm-pack.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-npm-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A fake npm. */
function program(name: string, script: string) {
  const file = path.join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

it('returns the path of the archive', async () => {
  const npm = program('npm-good', `touch "$4/model-1.0.0.tgz"`)
  const into = mkdtempSync(path.join(folder, 'into-'))
  expect(await npmPack('model@1.0.0', into, undefined, npm)).toBe(
    path.join(into, 'model-1.0.0.tgz'),
  )
})

it.each([
  ['npm error code ENOTFOUND', 'the npm registry cannot be reached'],
  ['npm error code E404', 'the npm registry does not have the package'],
  ['npm error code ENOSPC', 'the disk is full'],
  ['npm error something odd', 'something odd'],
])('explains an npm error: %s', async (output, sentence) => {
  const npm = program('npm-bad', `echo "${output}" >&2; exit 1`)
  await expect(npmPack('model@1.0.0', folder, undefined, npm)).rejects.toThrow(
    `npm could not fetch model@1.0.0: ${sentence}`,
  )
})

it('reports that npm is missing', async () => {
  const nowhere = path.join(folder, 'nowhere')
  await expect(npmPack('model@1.0.0', folder, undefined, nowhere)).rejects.toThrow(
    'npm cannot be started',
  )
})

it('is killed when aborted', async () => {
  // Longer than the timeout of a test.
  const npm = program('npm-slow', 'exec sleep 60')
  const signal = AbortSignal.timeout(100)
  await expect(npmPack('model@1.0.0', folder, signal, npm)).rejects.toThrow('aborted')
})
