import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from './embedded.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-embedded-'))
/** Longer than the address of a socket may be. */
const base = path.join(folder, 'a-folder-with-a-long-name'.repeat(4), 'database')
const stops: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true })
})

async function ask<T>(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows[0] as T
}

test('several starters at once share one server, deep in the file system and killed in between', async () => {
  const started = await Promise.all([startEmbedded(base), startEmbedded(base), startEmbedded(base)])
  stops.push(started[0].stop)
  expect(new Set(started.map(({ pid }) => pid)).size).toBe(1)
  expect(started.filter(({ isAdopted }) => !isAdopted)).toHaveLength(1)
  const url = started[0].urlOf('postgres')
  await ask(url, 'create table kept (value integer)')
  await ask(url, 'insert into kept values (7)')

  const { pid } = started[0]
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
  const again = await startEmbedded(base)
  stops.push(again.stop)
  expect(again.isAdopted).toBe(false)
  expect(await ask(again.urlOf('postgres'), 'select value from kept')).toEqual({ value: 7 })
}, 60_000)
