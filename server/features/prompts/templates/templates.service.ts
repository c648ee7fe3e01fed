import type { z } from 'zod'
import type { templateForm } from '#contract/prompts/prompts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUnchanged, staleError } from '../../../platform/db/row-version.ts'
import { emptyToNull } from '../../../platform/db/storable-values.ts'
import { AppError } from '../../../platform/errors.ts'
import { createOnce } from '../../../platform/http/idempotency.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { type Action, auditTemplateActions, auditTemplate } from './audit-template.ts'
import {
  updateTemplateRow,
  deleteTemplateRow,
  insertTemplate,
  deactivateTemplate,
  getTemplate,
  withTemplateLock,
} from '../prompts.queries.ts'
import { assertKnownPlaceholders } from './assert-known-placeholders.ts'

type Form = z.output<typeof templateForm>

/** Throws invalid if a prompt contains an unknown placeholder. */
export const createTemplate = (db: Db, actor: Actor, form: Form) =>
  withTemplateLock(db, async (tx) => {
    const made = await createOnce(tx, actor, async (id) => {
      assertKnownPlaceholders(form)
      const out = form.isActive ? await deactivateTemplate(tx, form.type) : undefined
      await insertTemplate(tx, { ...emptyToNull(form), id, changedBy: actor.userId })
      await auditTemplateActions(
        tx,
        actor,
        id,
        ['template-created', ...activated(form.isActive)],
        out,
      )
    })
    return getTemplate(tx, made)
  })

/**
 * Throws stale if it has changed since it was read, and conflict if its type would be left without an active template.
 */
export const updateTemplate = (
  db: Db,
  actor: Actor,
  id: string,
  { readVersion, ...change }: Partial<Form> & { readVersion?: number | undefined },
) =>
  withTemplateLock(db, async (tx) => {
    const before = await getTemplate(tx, id)
    if (readVersion !== undefined && readVersion !== before.rowVersion) {
      const row = tx.selectFrom('template').select('id').where('id', '=', id)
      if (!(await isUnchanged(row, emptyToNull(change)))) throw staleError('template')
      return before
    }
    const after = { ...before, ...defined(change) }
    if (before.isActive && !(after.isActive && after.type === before.type)) throw isNeeded()
    assertKnownPlaceholders(after, before)
    const isNew = after.isActive && !before.isActive
    const out = isNew ? await deactivateTemplate(tx, after.type) : undefined
    await updateTemplateRow(tx, id, { ...emptyToNull(change), changedBy: actor.userId })
    return auditTemplateActions(tx, actor, id, ['template-changed', ...activated(isNew)], {
      ...out,
      changed: Object.keys(defined(change)).join(' '),
    })
  })

/** Versions that were executed stay; retention deletes the others. */
export const deleteTemplate = (db: Db, actor: Actor, id: string) =>
  withTemplateLock(db, async (tx) => {
    const template = await getTemplate(tx, id)
    if (template.isActive) throw isNeeded()
    await deleteTemplateRow(tx, id)
    await auditTemplate(tx, actor, 'template-deleted', template)
    return { id }
  })

/** Deactivates the active template of the type. Allowed whatever its check found: the audit log has that and the reason. */
export const activateTemplate = (db: Db, actor: Actor, id: string, reason?: string) =>
  withTemplateLock(db, async (tx) => {
    const before = await getTemplate(tx, id)
    if (before.isActive) return before
    const out = await deactivateTemplate(tx, before.type)
    await updateTemplateRow(tx, id, { isActive: true, changedBy: actor.userId })
    return auditTemplateActions(tx, actor, id, ['template-activated'], {
      ...out,
      ...(reason && { reason }),
    })
  })

const isNeeded = () =>
  new AppError('conflict', 'This is the active template of its type. Activate another one first.')

/** Without undefined fields. */
const defined = <T extends object>(form: T) =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }

const activated = (is: boolean): Action[] => (is ? ['template-activated'] : [])
