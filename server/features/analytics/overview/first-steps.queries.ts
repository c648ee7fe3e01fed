import { sql } from 'kysely'
import { type FirstStep, firstStep, type Overview } from '#contract/analytics/analytics.ts'
import { isSystemAdmin } from '#contract/roles.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { lacksSecondFactor } from '../../../platform/http/second-factor.ts'

/** For system administrators, unless the setting turns the list off: what a new installation needs. */
export async function listFirstSteps(db: Db, actor: Actor): Promise<Overview['firstSteps']> {
  if (!isSystemAdmin(actor)) return []
  const { isOff, ...found } = await findDone(db)
  if (isOff) return []
  const done: Record<FirstStep, boolean> = {
    ...found,
    secondFactor: !(await lacksSecondFactor(db, actor)),
  }
  return firstStep.options.map((step) => ({ step, isDone: done[step] }))
}

const isSet = (name: string) =>
  sql<boolean>`exists (select from setting where setting.name = ${name})`

/** An email was sent, or the active provider was tested with success. */
const hasEmail = sql<boolean>`exists (select from message where message.status = 'sent') or exists (
  select from integration join audit_entry on audit_entry.row_id = integration.id
  where integration.type = 'email_sms' and integration.is_active and integration.provider <> 'outbox'
    and audit_entry.action = 'integration-tested' and audit_entry.details ->> 'isSuccess' = 'true'
)`

/** From the database, because right after it was turned off a stale setting would show the list again. */
const findDone = (db: Db) =>
  db
    .selectNoFrom([
      sql<boolean>`exists (select from setting where name = 'showFirstSteps' and value = 'false')`.as(
        'isOff',
      ),
      isSet('brandName').as('brandName'),
      isSet('timeZone').as('timeZone'),
      isSet('country').as('country'),
      hasEmail.as('email'),
      sql<boolean>`exists (select from backup)`.as('backup'),
      sql<boolean>`exists (select from organization)`.as('organization'),
      sql<boolean>`exists (select from coach)`.as('coach'),
    ])
    .executeTakeFirstOrThrow()
