import { createHash, timingSafeEqual } from 'node:crypto'
import type { Insertable } from 'kysely'
import { NIL, validate as isUuid } from 'uuid'
import type { Db } from '../../../platform/db/db.ts'
import type { User } from '../../../platform/db/schema.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * The organization behind an onboarding link, or undefined. Takes the same steps whether the organization, the token
 * or the form of either is wrong.
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

/**
 * Holds the link until the transaction ends; undefined when it has been rotated since it was read. By the weakest lock there
 * is: who rotates the link waits for it, who counts the organization's figures does not, nor is waited for.
 */
export const lockInvitation = (tx: Db, { id, inviteToken }: { id: string; inviteToken: string }) =>
  tx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', id)
    .where('inviteToken', '=', inviteToken)
    .forKeyShare()
    .executeTakeFirst()

/** Undefined where somebody has the e-mail already. */
export const insertUser = (tx: Db, values: Insertable<User>) =>
  tx
    .insertInto('user')
    .values(values)
    .onConflict((it) => it.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
