import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { getTemplate } from '../prompts.queries.ts'
import { lastChecks } from '../checks/template-checks.queries.ts'

export type TemplateRow = Awaited<ReturnType<typeof getTemplate>>
export type Action = Parameters<typeof audit>[2]['action']
type Details = Record<string, string | number>

/** Records actions on a template with the result of its check in the audit log. Returns the current template. */
export async function auditTemplateActions(
  tx: Db,
  actor: Actor,
  id: string,
  actions: readonly Action[],
  details: Details = {},
) {
  const template = await getTemplate(tx, id)
  for (const action of actions) {
    const isActivated = action === 'template-activated'
    await auditTemplate(tx, actor, action, template, {
      ...details,
      ...(isActivated && { check: await checkOf(tx, id) }),
    })
  }
  return template
}

/** The result of the check of the current version. */
async function checkOf(tx: Db, id: string) {
  const last = (await lastChecks(tx, id)).get(id)
  if (!last?.isCurrentVersion) return 'none'
  return last.isPassed ? 'passed' : last.failed ? 'failed' : 'unanswered'
}

export const auditTemplate = (
  tx: Db,
  actor: Actor,
  action: Action,
  { id, type, versionNumber }: TemplateRow,
  details: Details = {},
) =>
  audit(tx, actor, {
    action,
    table: 'template',
    rowId: id,
    details: { type, version: versionNumber, ...details },
  })
