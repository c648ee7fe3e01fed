import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '../server/test/database.ts'
import { writeTypes } from './db-types.ts'

const cloned = await cloneDatabase(inject('database'))
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-types-'))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await cloned.drop()
})

test('schema.ts matches the migrations (npm run db:types)', () => {
  const file = path.join(folder, 'schema.ts')
  writeTypes(cloned.url, file)
  expect(readFileSync(file, 'utf8')).toBe(readFileSync('server/platform/db/schema.ts', 'utf8'))
})
