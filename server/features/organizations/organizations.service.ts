import type { z } from 'zod'
import type { organizationForm } from '#contract/organizations/organizations.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { emptyToNull } from '../../platform/db/storable-values.ts'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createOnce } from '../../platform/http/idempotency.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newToken } from '../../platform/keys/keys.ts'
import { type VersionedRow, staleError } from '../../platform/db/row-version.ts'
import {
  changeOrganization,
  insertOrganization,
  getOrganizationRow,
} from './organizations.queries.ts'

type Form = z.output<typeof organizationForm>

/** The currency defaults to that of the installation. */
export const addOrganization = (
  { db, installation: { currency } }: Pick<Deps, 'db' | 'installation'>,
  actor: Actor,
  form: Form,
) =>
  inTransaction(db, async (tx) => {
    const made = await createOnce(tx, actor, async (id) => {
      await insertOrganization(tx, {
        currency,
        ...emptyToNull(form),
        name: form.name,
        id,
        inviteToken: newToken(),
      })
      await audit(tx, actor, { action: 'organization-created', table: 'organization', rowId: id })
    })
    return getOrganizationRow(tx, made)
  })

/** Throws stale when someone else has changed the organization since it was read. */
export const editOrganization = (db: Db, actor: Actor, read: VersionedRow, change: Partial<Form>) =>
  inTransaction(db, async (tx) => {
    const { id } = read
    const wasUpdated = await changeOrganization(tx, read, emptyToNull(change))
    const organization = await getOrganizationRow(tx, id)
    if (!wasUpdated) throw staleError('organization')
    await audit(tx, actor, {
      action: 'organization-changed',
      table: 'organization',
      rowId: id,
      details: { changed: Object.keys(change).join(' ') },
    })
    return organization
  })
