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

/** A started program that does so when it is stopped, and what it has said. */
async function begin(way: 'breaks' | 'hangs') {
  const child = spawn(process.execPath, [program, way], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const heard = { said: '', complaint: '' }
  child.stdout.setEncoding('utf8').on('data', (more: string) => (heard.said += more))
  child.stderr.setEncoding('utf8').on('data', (more: string) => (heard.complaint += more))
  const ended = once(child, 'close')
  const says = (line: string) => expect.poll(() => heard.said, { timeout: 10_000 }).toContain(line)
  await says('started')
  return {
    child,
    says,
    end: async () => {
      const [code] = (await ended) as [number]
      return { code, ...heard }
    },
  }
}

test('what breaks while a program stops is said, and keeps nothing from being closed', async () => {
  const { child, end } = await begin('breaks')
  child.kill('SIGTERM')
  expect(await end()).toEqual({
    code: 1,
    said: 'started\nstopping\nclosed\n',
    complaint: 'Something broke on the way out.\n',
  })
})

test('the same signal again, as from a terminal and npm, changes nothing; a second one ends at once', async () => {
  const { child, says, end } = await begin('hangs')
  child.kill('SIGINT')
  child.kill('SIGTERM')
  await says('stopping')
  await sleep(600)
  expect(child.exitCode).toBeNull()
  child.kill('SIGTERM')
  expect(await end()).toEqual({ code: 130, said: 'started\nstopping\n', complaint: '' })
})
