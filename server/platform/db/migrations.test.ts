import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { newId } from '../ids.ts'
import { withDatabase } from '../../test/database.ts'
import { migrate } from './migrate.ts'

test('a database without UTF-8 is refused and stays empty', async () => {
  const { admin } = inject('database')
  const name = `test_${newId().replaceAll('-', '')}`
  const owner = new pg.Client({ connectionString: admin })
  await owner.connect()
  await owner.query(`create database ${name} template template0 encoding 'LATIN1' locale 'C'`)
  await expect(migrate(withDatabase(admin, name))).rejects.toThrow(
    "The database stores text as LATIN1, which lacks many letters. Create one for it: create database … encoding 'UTF8' template template0",
  )
  await owner.query(`drop database ${name}`)
  await owner.end()
})
