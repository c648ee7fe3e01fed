import { spawnSync } from 'node:child_process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isAlive } from './embedded-processes.ts'

test('an ended process is not alive, a running one is', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '0'])
  expect([isAlive(pid), isAlive(process.pid)]).toEqual([false, true])
})

test('a process of another user, which cannot be signalled, is alive', () => {
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
  })
  onTestFinished(() => kill.mockRestore())
  expect(isAlive(process.pid)).toBe(true)
})
