import type { z } from 'zod'
import { admins, isAdmin, isSystemAdmin, type Role, role as everyRole } from '#contract/roles.ts'
import {
  mayHaveOrganization,
  mayManage,
  needsOrganization,
  type newUser,
  type User,
  type updateUser,
} from '#contract/accounts/users.ts'
import { mayCoach } from '../../../platform/access.ts'
import { audit } from '../../audit/audit.ts'
import { violatesConstraint } from '../../../platform/db/database-errors.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { deleteLogins } from '../../../platform/http/login.ts'
import { createOnce } from '../../../platform/http/idempotency.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { deleteFeed } from '../../calendar-feeds/calendar-feeds.queries.ts'
import { withholdLinks } from '../../messages/messages.queries.ts'
import { ensureClient } from '../../clients/new-client.ts'
import { retireCoach } from '../../coaches/retire-coach.ts'
import { ensureCoach } from '../../coaches/new-coach.ts'
import { invite } from './invite.ts'
import { deleteAccountLinks } from '../password-reset/password-reset.queries.ts'
import { hashNewPassword } from '../sign-in/passwords.ts'
import { type VersionedRow, staleError } from '../../../platform/db/row-version.ts'
import {
  changeUser,
  insertUser,
  lockUser,
  organizationExists,
  removeUnusedUser,
  getUserRow,
} from './users.queries.ts'

type NewUser = z.output<typeof newUser>
type Change = Omit<z.output<typeof updateUser.body>, 'version'>

/**
 * Creates an account and invites its owner to choose a password. Throws not-allowed for a role above the actor's, conflict
 * for an email in use.
 */
export async function addUser(
  deps: Pick<Deps, 'db' | 'queue' | 'installation'>,
  actor: Actor,
  asked: NewUser,
  origin: string,
) {
  const { db } = deps
  const roles = sortRoles(asked.roles)
  requireManage(actor, { roles })
  const organizationId = await organizationFor(db, roles, asked.organizationId)
  const passwordHash = await hashNewPassword(asked.password, asked, {
    brandName: deps.installation.brandName,
    origin,
  })
  return withFreeEmail(() =>
    inTransaction(db, async (tx) => {
      const made = await createOnce(tx, actor, async (id) => {
        await insertUser(tx, {
          id,
          email: asked.email,
          firstName: asked.firstName,
          lastName: asked.lastName,
          roles,
          organizationId,
          passwordHash,
        })
        if (roles.includes('client_user'))
          await ensureClient(tx, deps, { userId: id, organizationId, by: actor.userId })
        if (roles.includes('coach_user')) await ensureCoach(tx, id)
        const details = { roles: roles.join(' ') }
        await audit(tx, actor, { action: 'user-created', table: 'user', rowId: id, details })
        await invite(tx, deps, { userId: id, actor, origin })
      })
      return getUserRow(tx, made)
    }),
  )
}

/** What of a change gives somebody the rights of an administrator, or a way into the account of one. */
function sensitiveAct(
  { roles }: { roles: readonly Role[] },
  next: { roles: readonly Role[]; isActive: boolean },
  changed: { email?: unknown; isActive?: unknown },
) {
  if (admins.some((it) => next.roles.includes(it) && !roles.includes(it)))
    return 'gave a person the rights of an administrator'
  if (isAdmin(next) && (changed.email || (changed.isActive && next.isActive)))
    return 'changed how an administrator signs in'
  return undefined
}

async function deleteWaysIn(tx: Db, id: string) {
  await deleteLogins(tx, id)
  await deleteAccountLinks(tx, id)
  await deleteFeed(tx, id)
}

/** By the installation. */
export async function deactivateUser(tx: Db, id: string) {
  await changeUser(tx, { id }, { deactivatedAt: new Date().toISOString() })
  await deleteWaysIn(tx, id)
  await audit(
    tx,
    {},
    { action: 'user-changed', table: 'user', rowId: id, details: { isActive: false } },
  )
}

/**
 * Changes the given fields. Changing roles or activation ends every login of the user, and deactivates the coach profile of
 * a user who may no longer coach. Throws conflict if no active system_admin would remain, or if the actor changes their
 * own access; stale if the user has changed since it was read.
 */
export async function editUser(
  { db, queue }: Pick<Deps, 'db' | 'queue'>,
  actor: Actor,
  read: VersionedRow,
  change: Change,
  confirm: (tx: Db, act: string) => Promise<void> = async () => {},
) {
  const { id } = read
  return withFreeEmail(() =>
    inTransaction(db, async (tx) => {
      const isSystemAdminAtStake =
        change.isActive === false ||
        (change.roles !== undefined && !isSystemAdmin({ roles: change.roles }))
      const { user, isLastSystemAdmin } = await lockUser(tx, id, isSystemAdminAtStake)
      const next = {
        firstName: change.firstName ?? user.firstName,
        lastName: change.lastName ?? user.lastName,
        email: change.email ?? user.email,
        roles: sortRoles(change.roles ?? user.roles),
        isActive: change.isActive ?? user.deactivatedAt === null,
      }
      requireManage(actor, user)
      requireManage(actor, next)
      const changed = { ...listChanges(user, next) }
      const isAccessChanged = changed.roles || changed.isActive
      if (isAccessChanged) requireAccessChange(actor, id, isLastSystemAdmin)
      if (changed.email) requireOther(actor, id)
      const act = sensitiveAct(user, next, changed)
      if (act) await confirm(tx, act)
      const organizationId = await organizationFor(
        tx,
        next.roles,
        change.organizationId === undefined ? user.organizationId : change.organizationId,
      )
      const isMoved = organizationId !== user.organizationId
      const { isActive, ...values } = next
      const wasUpdated = await changeUser(tx, read, {
        ...values,
        organizationId,
        ...(changed.email && { emailProvenAt: null }),
        ...(changed.isActive && { deactivatedAt: isActive ? null : new Date().toISOString() }),
      })
      if (!wasUpdated) throw staleError('user')
      if (next.roles.includes('client_user') && (changed.roles || isMoved))
        await ensureClient(tx, { queue }, { userId: id, organizationId, by: actor.userId })
      if (next.roles.includes('coach_user')) await ensureCoach(tx, id)
      const after = await getUserRow(tx, id)
      if (!mayCoach(after)) await retireCoach(tx, actor, id)
      if (isAccessChanged) await deleteLogins(tx, id)
      if (changed.email) await deleteAccountLinks(tx, id)
      if (!isActive) await deleteWaysIn(tx, id)
      if (changed.email) await withholdLinks(tx, queue, id)
      const names = [...Object.keys(changed), ...(isMoved ? ['organizationId'] : [])]
      if (names.length)
        await audit(tx, actor, {
          action: 'user-changed',
          table: 'user',
          rowId: id,
          details: {
            changed: names.join(' '),
            ...(changed.roles && { from: user.roles.join(' '), to: next.roles.join(' ') }),
            ...(changed.isActive && { isActive }),
          },
        })
      return after
    }),
  )
}

/** An unused account can be discarded for this long. */
const discardMinutes = 15

/** Throws conflict for an account that was used, is referenced or is no longer new. */
export async function discardUser(db: Db, actor: Actor, id: string) {
  await inTransaction(db, async (tx) => {
    const { user } = await lockUser(tx, id, false)
    requireManage(actor, user)
    if (!(await removeUnusedUser(tx, id, new Date(Date.now() - discardMinutes * 60_000))))
      throw new AppError(
        'conflict',
        'This account has been used or is no longer new. Please deactivate it instead.',
      )
    const details = { roles: user.roles.join(' ') }
    await audit(tx, actor, { action: 'user-discarded', table: 'user', rowId: id, details })
  })
}

/** Unique, the highest role first. */
const sortRoles = (roles: readonly Role[]) => everyRole.options.filter((it) => roles.includes(it))

function requireManage(actor: Actor, other: { roles: readonly Role[] }) {
  if (!mayManage(actor, other))
    throw new AppError(
      'not-allowed',
      'Only system administrators can create or change system administrators.',
    )
}

function requireAccessChange(actor: Actor, id: string, isLastSystemAdmin: boolean) {
  if (isLastSystemAdmin)
    throw new AppError(
      'conflict',
      'This is the last active system administrator. Please add another one first.',
    )
  if (id === actor.userId || id === actor.originalUserId)
    throw new AppError(
      'conflict',
      'You cannot change your own roles or deactivate yourself. Please ask another administrator.',
    )
}

/** One's own email needs the password and a link to the new address. */
function requireOther(actor: Actor, id: string) {
  if (id !== actor.userId && id !== actor.originalUserId) return
  const sentence = 'Change your own email under Sign-in and security'
  throw new AppError('conflict', `${sentence}.`, { email: sentence })
}

type Shown = Pick<User, 'firstName' | 'lastName' | 'email' | 'roles'>
function listChanges(
  { deactivatedAt, ...before }: Shown & Pick<User, 'deactivatedAt'>,
  after: Shown & { isActive: boolean },
) {
  const isNew = {
    firstName: before.firstName !== after.firstName,
    lastName: before.lastName !== after.lastName,
    email: before.email !== after.email,
    roles: sortRoles(before.roles).join() !== after.roles.join(),
    isActive: (deactivatedAt === null) !== after.isActive,
  }
  return Object.fromEntries(Object.entries(isNew).filter(([, it]) => it)) as Partial<typeof isNew>
}

/** Throws invalid if a required organization is missing or unknown. */
async function organizationFor(db: Db, roles: readonly Role[], id: string | null | undefined) {
  if (!mayHaveOrganization({ roles })) return null
  if (!id && needsOrganization({ roles })) throw wrongOrganization('Organization is required')
  if (id && !(await organizationExists(db, id)))
    throw wrongOrganization('This organization does not exist.')
  return id ?? null
}
const wrongOrganization = (sentence: string) =>
  new AppError('invalid', sentence, { organizationId: sentence })

/** The unique constraint decides between concurrent requests. */
export async function withFreeEmail<T>(write: () => Promise<T>) {
  try {
    return await write()
  } catch (error) {
    if (!violatesConstraint(error, 'user_email_key')) throw error
    const sentence = 'An account with this email already exists.'
    throw new AppError('conflict', sentence, { email: sentence })
  }
}
