import type { z } from 'zod'
import {
  type changeFamilyMember,
  type familyMemberForm,
  maxFamilyMembers,
} from '#contract/plans/my-plan.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { staleError } from '../../../platform/db/row-version.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { createOnce } from '../../../platform/http/idempotency.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import {
  changeMember,
  countFamilyMembers,
  lockOwnClient,
  lockMember,
  lockOwnCoach,
  insertFamilyMember,
  removeUnusedMember,
} from './family.queries.ts'
import { type MyPlanNeeds as Needs, listMyPlans } from '../my-plan/my-plan.service.ts'

/** A family member has the client as guardian, the same coach, and no organization. */
export async function addMember(
  deps: Needs,
  actor: Actor,
  { firstName, lastName, familyRelation }: z.output<typeof familyMemberForm>,
) {
  await inTransaction(deps.db, (tx) =>
    createOnce(tx, actor, async (id) => {
      await lockOwnCoach(tx, actor.userId)
      const guardian = await lockOwnClient(tx, actor.userId)
      if (!guardian) throw new AppError('conflict', 'You have no plan to add a family member to.')
      if ((await countFamilyMembers(tx, guardian.id)) >= maxFamilyMembers)
        throw new AppError('conflict', `You can add at most ${maxFamilyMembers} family members.`)
      await insertFamilyMember(tx, {
        id,
        guardianId: guardian.id,
        coachId: guardian.coachId,
        firstName,
        lastName,
        familyRelation,
      })
      await audit(tx, actor, {
        action: 'family-member-added',
        table: 'client',
        rowId: id,
        clientId: id,
      })
    }),
  )
  return listMyPlans(deps, actor.userId)
}

/** Throws stale when it has changed since it was read. */
export async function editMember(
  deps: Needs,
  actor: Actor,
  { id, version, ...names }: z.output<typeof changeFamilyMember.body> & { id: string },
) {
  await inTransaction(deps.db, async (tx) => {
    const before = await lockOwnMember(tx, actor, id)
    if (!(await changeMember(tx, { id, version }, names))) throw staleError('family member')
    const changed = (Object.keys(names) as (keyof typeof names)[]).filter(
      (name) => names[name] !== undefined && names[name] !== before[name],
    )
    if (changed.length)
      await audit(tx, actor, {
        action: 'family-member-changed',
        table: 'client',
        rowId: id,
        clientId: id,
        details: { changed: changed.join(' ') },
      })
  })
  return listMyPlans(deps, actor.userId)
}

/** Throws conflict if the plan is not empty. */
export async function removeMember(deps: Needs, actor: Actor, id: string) {
  await inTransaction(deps.db, async (tx) => {
    await lockOwnMember(tx, actor, id)
    if (!(await removeUnusedMember(tx, id)))
      throw new AppError('conflict', 'This plan is already in use and cannot be removed.')
    await audit(tx, actor, {
      action: 'family-member-removed',
      table: 'client',
      rowId: id,
      clientId: id,
    })
  })
  return listMyPlans(deps, actor.userId)
}

/** Throws not-found for anyone but a family member of the actor. */
async function lockOwnMember(tx: Db, actor: Actor, id: string) {
  const guardian = await lockOwnClient(tx, actor.userId)
  const member = guardian && (await lockMember(tx, guardian.id, id))
  if (!member) throw notFound('client')()
  return member
}
