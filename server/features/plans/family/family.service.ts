import type { z } from 'zod'
import {
  type changeFamilyMember,
  type familyMemberForm,
  mostFamilyMembers,
} from '#contract/my-plan.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { stale } from '../../../platform/db/row-version.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { makeOnce } from '../../../platform/http/make-once.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import {
  changeMember,
  familySize,
  holdClient,
  holdMember,
  holdOwnCoach,
  insertFamilyMember,
  removeUnusedMember,
} from './family.queries.ts'
import { type MyPlanNeeds as Needs, myPlans } from '../my-plan/my-plan.service.ts'

/** A family member is cared for by the client and followed by the client's coach, and is nobody's employee. */
export async function addToFamily(
  deps: Needs,
  actor: Actor,
  { firstName, lastName, familyRelation }: z.output<typeof familyMemberForm>,
) {
  await inTransaction(deps.db, (tx) =>
    makeOnce(tx, actor, async (id) => {
      await holdOwnCoach(tx, actor.userId)
      const guardian = await holdClient(tx, actor.userId)
      if (!guardian) throw new AppError('conflict', 'There is no plan to add a family member to.')
      if ((await familySize(tx, guardian.id)) >= mostFamilyMembers)
        throw new AppError('conflict', `At most ${mostFamilyMembers} family members can be added.`)
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
  return myPlans(deps, actor.userId)
}

/** Throws stale where it says something else by now than what was read. */
export async function changeInFamily(
  deps: Needs,
  actor: Actor,
  { id, version, ...names }: z.output<typeof changeFamilyMember.body> & { id: string },
) {
  await inTransaction(deps.db, async (tx) => {
    const before = await ownMember(tx, actor, id)
    if (!(await changeMember(tx, { id, version }, names))) throw stale('family member')
    const changed = (Object.keys(names) as (keyof typeof names)[]).filter(
      (name) => names[name] !== undefined && names[name] !== before[name],
    )
    if (changed.length)
      await audit(tx, actor, {
        action: 'family-member-changed',
        ...{ table: 'client', rowId: id, clientId: id, details: { changed: changed.join(' ') } },
      })
  })
  return myPlans(deps, actor.userId)
}

/** Throws conflict once anything was planned, noted or answered in that plan. */
export async function removeFromFamily(deps: Needs, actor: Actor, id: string) {
  await inTransaction(deps.db, async (tx) => {
    await ownMember(tx, actor, id)
    if (!(await removeUnusedMember(tx, id)))
      throw new AppError('conflict', 'This plan is in use already, and stays.')
    await audit(tx, actor, {
      action: 'family-member-removed',
      ...{ table: 'client', rowId: id, clientId: id },
    })
  })
  return myPlans(deps, actor.userId)
}

/** Of the family of whoever asks, held until the transaction ends; everybody else is not found. */
async function ownMember(tx: Db, actor: Actor, id: string) {
  const guardian = await holdClient(tx, actor.userId)
  const member = guardian && (await holdMember(tx, guardian.id, id))
  if (!member) throw notFound('client')()
  return member
}
