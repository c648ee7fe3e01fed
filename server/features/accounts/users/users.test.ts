import { describe, expect, test } from 'vitest'
import { role, type Role } from '#contract/roles.ts'
import type { User } from '#contract/accounts/users.ts'
import { newId } from '../../../platform/ids.ts'
import { auditEntries, makeClient, makeRow, updateRow } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, newUser, emails, ...made } = await testApp()
const system = await signIn(emails.system)
const admin = await signIn(emails.admin)

const person = (values: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Lund',
  email: `ada.${newId()}@example.com`,
  password: 'long-enough',
  ...values,
})
const create = (payload: object, cookie = admin) =>
  call({ method: 'POST', url: '/api/admin/users', payload }, cookie)
const edit = (id: string, payload: object, cookie = admin) =>
  call({ method: 'PATCH', url: `/api/admin/users/${id}`, payload }, cookie)
const discard = (id: string, cookie = admin) =>
  call({ method: 'DELETE', url: `/api/admin/users/${id}` }, cookie)
const whoAmI = async (cookie: string) => (await call({ url: '/api/auth/user' }, cookie)).statusCode
const lastEntry = async (rowId: string) => (await auditEntries(db, { rowId })).at(-1)
const organizationOf = async (userId: string) =>
  (
    await db
      .selectFrom('client')
      .select('organizationId')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
  ).organizationId

describe('creating a user', () => {
  test('makes a Maylab admin by default, who can sign in', async () => {
    const payload = person()
    const answer = await create(payload)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      firstName: 'Ada',
      email: payload.email,
      roles: ['maylab_admin'],
      deactivatedAt: null,
    })
    expect(answer.body).not.toContain('assword')
    await signIn(payload.email, 'long-enough')
    expect(await lastEntry(answer.json<User>().id)).toMatchObject({
      action: 'user-created',
      userId: made.adminUserId,
      details: { roles: 'maylab_admin' },
    })
  })

  test.each([
    ['firstName', ' ', 'First name is required'],
    ['firstName', '\u200b\u202e', 'First name is required'],
    ['lastName', '', 'Last name is required'],
    ['email', '', 'Email is required'],
    ['email', 'ada@', 'Invalid email address'],
    ['password', '', 'Password is required'],
    ['password', '1234567', 'Password must be at least 8 characters'],
    ['roles', [], 'Role is required'],
  ])('%s of %j is rejected: %s', async (field, value, sentence) => {
    const answer = await create(person({ [field]: value }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid', fields: { [field]: sentence } })
  })

  test('with an email in use is rejected with an error at the field, case-insensitively', async () => {
    const answer = await create(person({ email: ` ${emails.coach.toUpperCase()} ` }))
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'conflict',
      fields: { email: 'An account with this email already exists.' },
    })
  })

  test('with the role system administrator requires a system administrator', async () => {
    const payload = person({ roles: ['system_admin'] })
    expect((await create(payload)).statusCode).toBe(403)
    expect((await create(payload, system)).statusCode).toBe(200)
  })

  test('with the role client creates a plan in the organization', async () => {
    const { organizationId } = made
    const answer = await create(person({ roles: ['client_user'], organizationId }))
    expect(await organizationOf(answer.json<User>().id)).toBe(organizationId)
  })
})

describe('changing a user', () => {
  test('does not let administrators change their own email, which requires the password', async () => {
    const { id, cookie } = await newUser('maylab_admin')
    const answer = await edit(id, { email: `own.${newId()}@example.com` }, cookie)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { fields: { email: 'Change your own email under Sign-in and security' } },
    ])
    expect((await edit(id, { firstName: 'Eva' }, cookie)).statusCode).toBe(200)
  })

  test('changes name and email, keeps logins, and is audited', async () => {
    const { id, cookie } = await newUser('coach_user')
    const email = `new.${newId()}@example.com`
    const answer = await edit(id, { firstName: 'Eva', email: email.toUpperCase() })
    expect(answer.json()).toMatchObject({ firstName: 'Eva', email, roles: ['coach_user'] })
    expect(await whoAmI(cookie)).toBe(200)
    const entry = await lastEntry(id)
    expect(entry).toMatchObject({
      action: 'user-changed',
      userId: made.adminUserId,
      details: { changed: 'firstName email' },
    })
    expect(JSON.stringify(entry)).not.toContain('@')
  })

  test('without an effect ends no login and is not audited', async () => {
    const { id, email, cookie } = await newUser('coach_user')
    await edit(id, { email, roles: ['coach_user'], isActive: true })
    expect(await whoAmI(cookie)).toBe(200)
    const entries = await auditEntries(db, { rowId: id }, ['action'])
    expect(entries).toEqual([])
  })

  test.each([{ roles: ['maylab_admin', 'coach_user'] }, { isActive: false }])(
    'with %j ends all logins',
    async (change) => {
      const { id, cookie } = await newUser('coach_user')
      expect((await edit(id, change)).statusCode).toBe(200)
      expect(await whoAmI(cookie)).toBe(401)
    },
  )

  test('by a Maylab admin cannot affect or create system administrators', async () => {
    const { id } = await newUser('coach_user')
    expect((await edit(id, { roles: ['system_admin'] })).statusCode).toBe(403)
    expect((await edit(made.systemUserId, { firstName: 'Eve' })).statusCode).toBe(403)
    expect((await edit(made.systemUserId, { isActive: false })).statusCode).toBe(403)
  })

  test.each([{ roles: ['coach_user'] }, { isActive: false }])(
    "with %j is rejected for the administrator's own account",
    async (change) => {
      const { id, cookie } = await newUser('maylab_admin')
      const answer = await edit(id, change, cookie)
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ error: expect.stringContaining('yourself') })
      expect((await edit(id, { firstName: 'Own' }, cookie)).statusCode).toBe(200)
    },
  )

  test('requires an organization for the role Organization, and removes it from other roles', async () => {
    const { id } = await newUser('coach_user')
    expect((await edit(id, { roles: ['org_user'] })).statusCode).toBe(400)
    const { organizationId } = made
    const answer = await edit(id, { roles: ['org_user'], organizationId })
    expect(answer.json()).toMatchObject({ organizationId })
    expect((await edit(id, { organizationId: null })).statusCode).toBe(400)
    expect((await edit(id, { roles: ['coach_user'] })).json()).toMatchObject({
      organizationId: null,
    })
  })

  test('keeps the plan of a client who changes organization', async () => {
    const { organizationId } = made
    const { id } = await newUser('client_user')
    await edit(id, { organizationId })
    expect(await organizationOf(id)).toBe(organizationId)
  })

  test('invalidates password links when the email changes', async () => {
    const { id } = await newUser('coach_user')
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    await makeRow(db, 'passwordReset', { tokenHash: newId(), userId: id, expiresAt })
    await edit(id, { email: `moved.${newId()}@example.com` })
    const links = await db
      .selectFrom('passwordReset')
      .where('userId', '=', id)
      .select('id')
      .execute()
    expect(links).toEqual([])
  })
})

describe('the last active system administrator', () => {
  /** Makes these two the only active system administrators, both signed in. */
  async function twoSystemAdmins() {
    const pair = [await newUser('system_admin'), await newUser('system_admin')] as const
    await db
      .updateTable('user')
      .set({ deactivatedAt: new Date().toISOString() })
      .where('id', 'not in', [...pair.map(({ id }) => id), made.adminUserId])
      .execute()
    return pair
  }
  const activeSystemAdmins = async () =>
    (
      await db
        .selectFrom('user')
        .select(['id', 'roles'])
        .where('deactivatedAt', 'is', null)
        .execute()
    )
      .filter(({ roles }) => roles.includes('system_admin'))
      .map(({ id }) => id)

  test.each([{ roles: ['maylab_admin'] }, { isActive: false }])('cannot be %j', async (change) => {
    const [one, other] = await twoSystemAdmins()
    expect((await edit(other.id, change, one.cookie)).statusCode).toBe(200)
    const answer = await edit(one.id, change, one.cookie)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ error: expect.stringContaining('last active') })
    expect(await activeSystemAdmins()).toEqual([one.id])
  })

  test('remains when two of them demote each other concurrently', async () => {
    const [one, other] = await twoSystemAdmins()
    const answers = await Promise.all([
      edit(other.id, { roles: ['coach_user'] }, one.cookie),
      edit(one.id, { isActive: false }, other.cookie),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200)
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await activeSystemAdmins()).toHaveLength(1)
  })
})

describe('discarding an account', () => {
  const fresh = async () => (await create(person({ roles: ['coach_user'] }))).json<User>()

  test('works for a new, unused account', async () => {
    const { id, email } = await fresh()
    expect((await discard(id)).statusCode).toBe(200)
    expect(await lastEntry(id)).toMatchObject({ action: 'user-discarded' })
    expect((await create(person({ email }))).statusCode).toBe(200)
  })

  test.each([
    ['was used', ({ email }: User) => signIn(email, 'long-enough')],
    [
      'has a coach profile that was filled in',
      ({ id }: User) =>
        db.updateTable('coach').set({ city: 'Aarhus' }).where('userId', '=', id).execute(),
    ],
    [
      'has a coach profile with a client',
      async ({ id }: User) => {
        const own = db.selectFrom('coach').select('id').where('userId', '=', id)
        const { id: coachId } = await own.executeTakeFirstOrThrow()
        await makeClient(db, { coachId })
      },
    ],
    [
      'is no longer new',
      ({ id }: User) =>
        updateRow(db, 'user', id, { createdAt: new Date(Date.now() - 16 * 60_000).toISOString() }),
    ],
  ])('is rejected once it %s', async (_, happen) => {
    const user = await fresh()
    await happen(user)
    const answer = await discard(user.id)
    expect(answer.statusCode).toBe(409)
    expect(
      await db.selectFrom('user').select('id').where('id', '=', user.id).execute(),
    ).toHaveLength(1)
  })
})

describe('the list of users', async () => {
  const stamp = newId().slice(-8)
  const people = Array.from({ length: 23 }, (_, index) => ({
    id: newId(),
    email: `list${index}@${stamp}.example`,
    firstName: index % 3 ? 'Søren' : 'Zoë',
    lastName: `Ågård${index % 5}`,
    passwordHash: 'none',
    roles: index % 2 ? ['coach_user'] : ['maylab_admin', 'coach_user'],
  }))
  await db.insertInto('user').values(people).execute()

  test('the six figures count every user with a role, including users with several roles', async () => {
    const counts = (await call({ url: '/api/admin/user-counts' }, admin)).json<{
      total: number
      byRole: Record<Role, number>
    }>()
    const all = await db.selectFrom('user').select('roles').execute()
    const holders = (it: Role) => all.filter(({ roles }) => roles.includes(it)).length
    const byRole = Object.fromEntries(role.options.map((it) => [it, holders(it)]))
    expect(counts).toEqual({ total: all.length, byRole })
    expect(counts.byRole.coach_user).toBeGreaterThan(23)
  })
})
