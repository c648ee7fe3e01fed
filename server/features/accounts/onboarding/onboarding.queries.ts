import { createHash, timingSafeEqual } from 'node:crypto'
import type { Insertable } from 'kysely'
import { NIL, validate as isUuid } from 'uuid'
import type { Db } from '../../../platform/db/db.ts'
import type { User } from '../../../platform/db/schema.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * The organization of an onboarding link, or undefined. Takes the same time whatever is wrong with the link.
 */
export async function findInvitingOrganization(db: Db, orgId: string, token: string) {
  const organization = await db
    .selectFrom('organization')
    .select(['id', 'name', 'inviteToken'])
    .where('id', '=', isUuid(orgId) ? orgId : NIL)
    .executeTakeFirst()
  const isInvited = timingSafeEqual(digest(organization?.inviteToken ?? ''), digest(token))
  return organization && isInvited ? organization : undefined
}

/** Undefined if the email is taken. */
export const insertUser = (tx: Db, values: Insertable<User>) =>
  tx
    .insertInto('user')
    .values(values)
    .onConflict((it) => it.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
