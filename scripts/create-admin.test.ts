import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '../server/test/database.ts'

const cloned = await cloneDatabase(inject('database'))
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-admin-'))
afterAll(async () => {
  await cloned.drop()
  rmSync(folder, { recursive: true })
})

const createAdmin = (input: string) =>
  spawnSync(process.execPath, ['scripts/create-admin.ts'], {
    input,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATABASE_URL: cloned.url, DATA_DIR: folder },
  })

test('create-admin reads its answers from a pipe that has closed', () => {
  const password = 'a strange horse battery'
  const answers = ['Ada', 'Admin', 'ada@example.com', password]
  const { stdout, stderr } = createAdmin([...answers, password, ''].join('\n'))
  expect([stderr, stdout]).toEqual(['', expect.stringContaining('ada@example.com can now sign in')])
  expect(stdout).not.toContain(password)
  expect(createAdmin(answers.join('\n')).stderr).toContain('The input ended too early.')
})
