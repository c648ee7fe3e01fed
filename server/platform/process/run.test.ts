import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'

const program = path.join(import.meta.dirname, '..', '..', 'test', 'stopping-process.ts')
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts a program that fails or hangs when it is stopped, and collects its output. */
async function begin(behavior: 'breaks' | 'hangs') {
  const child = spawn(process.execPath, [program, behavior], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const output = { said: '', complaint: '' }
  child.stdout.setEncoding('utf8').on('data', (more: string) => (output.said += more))
  child.stderr.setEncoding('utf8').on('data', (more: string) => (output.complaint += more))
  const ended = once(child, 'close')
  const waitForLine = (line: string) =>
    expect.poll(() => output.said, { timeout: 10_000 }).toContain(line)
  await waitForLine('started')
  return {
    child,
    waitForLine,
    end: async () => {
      const [code] = (await ended) as [number]
      return { code, ...output }
    },
  }
}

test('an error during shutdown is reported and the rest is still closed', async () => {
  const { child, end } = await begin('breaks')
  child.kill('SIGTERM')
  expect(await end()).toEqual({
    code: 1,
    said: 'started\nstopping\nclosed\n',
    complaint: 'Something broke on the way out.\n',
  })
})

test('the same signal within 500 ms is ignored, a later one ends the process at once', async () => {
  const { child, waitForLine, end } = await begin('hangs')
  child.kill('SIGINT')
  child.kill('SIGTERM')
  await waitForLine('stopping')
  await sleep(600)
  expect(child.exitCode).toBeNull()
  child.kill('SIGTERM')
  expect(await end()).toEqual({ code: 130, said: 'started\nstopping\n', complaint: '' })
})
