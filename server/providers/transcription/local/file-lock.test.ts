import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isFileLocked, acquireFileLock } from './file-lock.ts'

let lock = ''
beforeEach(() => {
  lock = path.join(mkdtempSync(path.join(tmpdir(), 'maylab-lock-')), '.lock')
})
afterEach(() => rmSync(path.dirname(lock), { recursive: true }))

it('has one holder at a time', async () => {
  let inside = 0
  let most = 0
  const enter = async () => {
    const release = await acquireFileLock(lock)
    most = Math.max(most, ++inside)
    await sleep(20)
    inside--
    await release()
  }
  await Promise.all([enter(), enter(), enter()])
  expect(most).toBe(1)
  expect(existsSync(lock)).toBe(false)
})

it('replaces the lock of a killed process', async () => {
  writeFileSync(lock, '')
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(lock, longAgo, longAgo)
  expect(isFileLocked(lock)).toBe(false)
  const release = await acquireFileLock(lock)
  expect(isFileLocked(lock)).toBe(true)
  await release()
  expect(isFileLocked(lock)).toBe(false)
})

it('stops waiting when aborted', async () => {
  const release = await acquireFileLock(lock)
  await expect(acquireFileLock(lock, { signal: AbortSignal.timeout(20) })).rejects.toThrow(
    'aborted',
  )
  await release()
})
