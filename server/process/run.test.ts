import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'

const program = path.join(import.meta.dirname, '..', 'test', 'stopping-process.ts')
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

async function begin() {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  await once(child.stdout, 'data')
  return {
    child,
    end: async () => {
      const [[code], said, complaint] = await ended
      return { code, said, complaint }
    },
  }
}

test('what breaks while a program stops is said, and keeps nothing from being closed', async () => {
  const { child, end } = await begin()
  child.kill('SIGTERM')
  expect(await end()).toEqual({
    code: 1,
    said: 'started\nclosed\n',
    complaint: 'Something broke on the way out.\n',
  })
})

test('the same signal again, as from a terminal and npm, changes nothing; a second one ends at once', async () => {
  const { child, end } = await begin()
  child.kill('SIGINT')
  child.kill('SIGTERM')
  await sleep(600)
  child.kill('SIGTERM')
  expect(await end()).toEqual({ code: 130, said: 'started\n', complaint: '' })
})
