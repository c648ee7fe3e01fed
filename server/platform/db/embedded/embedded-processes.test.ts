import { spawnSync } from 'node:child_process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isAlive } from './embedded-processes.ts'

test('who has ended is not alive, and who works is', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '0'])
  expect([isAlive(pid), isAlive(process.pid)]).toEqual([false, true])
})

test('a process of somebody else, to whom one may not speak, is alive', () => {
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
  })
  onTestFinished(() => kill.mockRestore())
  expect(isAlive(process.pid)).toBe(true)
})
