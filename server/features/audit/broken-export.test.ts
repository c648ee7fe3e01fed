import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { listeningApp } from '../../test/listening-app.ts'

const { db, send, signIn, emails } = await listeningApp()
const cookie = await signIn(emails.system)
const read = (url: string) => send(url, { cookie })
const exported = () => read('/api/admin/audit-log/export')

/** Makes reading names fail, to simulate a database error during the export. */
const breakNames = () => sql`alter table "user" rename column name to lost_name`.execute(db)
const restoreNames = () => sql`alter table "user" rename column lost_name to name`.execute(db)
afterEach(restoreNames)

/** More rows than the buffers of a connection hold while the client does not read. */
const makeMany = () =>
  sql`insert into audit_entry (id, action, details)
    select gen_random_uuid(), 'signed-in', jsonb_build_object('more', repeat('x', 2000))
    from generate_series(1, 30000)`.execute(db)

test('an export that fails midway is aborted', async () => {
  await makeMany()
  const answer = await exported()
  expect(answer.status).toBe(200)
  const reader = answer.body?.getReader()
  await reader?.read()
  await breakNames()
  const rest = async () => {
    while (!(await reader?.read())?.done);
  }
  await expect(rest()).rejects.toThrow('terminated')
})
