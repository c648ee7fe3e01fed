import { type ClientAnalysis, isAnalysis } from '#contract/analysis.ts'
import { providerForm } from '#contract/providers/providers.ts'
import { mayReadClient } from '../../../platform/access.ts'
import { audit } from '../../audit/audit.ts'
import {
  deleteRefusal,
  deleteBriefs,
  getRefusal,
  insertRefusal,
} from './analysis-refusal.queries.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { cancelClientAnalysis } from '../../sessions/analysis-queue.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'installation'>

const requireClient = (db: Db, actor: Actor, clientId: string) =>
  db
    .selectFrom('client')
    .select('client.id')
    .where('client.id', '=', clientId)
    .where(mayReadClient(actor))

export async function getClientAnalysis(
  { db, providers, installation }: Needs,
  actor: Actor,
  clientId: string,
): Promise<ClientAnalysis> {
  await requireClient(db, actor, clientId).executeTakeFirstOrThrow(notFound('client'))
  const [refusal, active] = await Promise.all([
    getRefusal(db, clientId),
    providers.active('ai_analysis').catch(() => undefined),
  ])
  const form = active && providerForm('ai_analysis', active.provider)
  return {
    refusal,
    provider: form ? { label: form.label, about: form.about } : null,
    isAutomatic: installation.afterConversation.some(isAnalysis),
  }
}

/** By the client, or by staff on their behalf. Stops running analyses; values found before stay. */
export async function setRefusal(
  deps: Needs,
  actor: Actor,
  clientId: string,
  isAnalysisRefused: boolean,
) {
  await inTransaction(deps.db, async (tx) => {
    await requireClient(tx, actor, clientId).executeTakeFirstOrThrow(notFound('client'))
    const isNew = isAnalysisRefused
      ? await insertRefusal(tx, clientId, actor.userId)
      : await deleteRefusal(tx, clientId)
    if (!isNew) return
    if (isAnalysisRefused) {
      await cancelClientAnalysis(tx, clientId)
      await deleteBriefs(tx, clientId)
    }
    await audit(tx, actor, {
      action: isAnalysisRefused ? 'analysis-refused' : 'analysis-allowed',
      ...{ table: 'client', rowId: clientId, clientId },
    })
  })
  return getClientAnalysis(deps, actor, clientId)
}
