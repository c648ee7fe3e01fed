import type { z } from 'zod'
import {
  type ClientConsents,
  consentPurposes,
  type decideConsents,
} from '#contract/consents/consents.ts'
import type { ConsentPurpose } from '#contract/consents/consents.ts'
import { type IntegrationType, providerForm } from '#contract/integrations/providers/providers.ts'
import { hasConsent } from '../../platform/consent.ts'
import type { Db } from '../../platform/db/db.ts'
import { staleError } from '../../platform/db/row-version.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import type { Providers } from '../../providers/registry.ts'
import { audit } from '../audit/audit.ts'
import { auditDaily } from '../audit/audit-daily.ts'
import { findCoachUser } from '../clients/find-follower.ts'
import { notify } from '../messages/notices/notify.ts'
import {
  consentingClient,
  findEarlierDecision,
  insertEntries,
  listConsentOutside,
  listCurrentTexts,
  listEntries,
  listLatestEntries,
  lockConsents,
  markAsked,
} from './consents.queries.ts'
import { stopWork } from './stop-work.queries.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'installation' | 'providers' | 'queue'>

export async function getConsents(
  { db, providers }: Pick<Needs, 'db' | 'providers'>,
  actor: Actor,
  id: string,
): Promise<ClientConsents> {
  const client = await consentingClient(db, actor, id)
  if (client.userId !== actor.userId || actor.originalUserId !== null)
    await auditDaily(db, actor, 'consents-opened', [client.id])
  const [texts, latest, history, outside, services] = await Promise.all([
    listCurrentTexts(db),
    listLatestEntries(db, client.id),
    listEntries(db, client.id),
    listConsentOutside(db, client.id),
    outsideServices(providers),
  ])
  return {
    ...{ clientId: client.id, clientName: client.name, isAsked: client.consentsAskedAt !== null },
    consents: consentPurposes.flatMap((purpose) => {
      const text = texts.get(purpose)
      if (!text) return []
      return {
        purpose,
        text,
        latest: latest.get(purpose) ?? null,
        outside: outside.find(({ purposes }) => purposes.includes(purpose)) ?? null,
        service: services[purpose] ?? null,
      }
    }),
    history,
  }
}

/** The active outside service of each purpose that has one. */
async function outsideServices(providers: Providers) {
  const getServiceName = async (type: IntegrationType, builtIn: string) => {
    const active = await providers.findActive(type)
    const form = active && providerForm(type, active.provider)
    return form && active.provider !== builtIn
      ? { label: form.label, about: form.about }
      : undefined
  }
  const [recording, transcription, analysis] = await Promise.all([
    getServiceName('video_storage', 'local_disk'),
    getServiceName('transcription', 'local'),
    getServiceName('ai_analysis', 'built_in'),
  ])
  return {
    ...{ recording, outside_transcription: transcription, outside_analysis: analysis },
  } as Partial<Record<ConsentPurpose, ClientConsents['consents'][number]['service']>>
}

/**
 * Saves what has changed. A withdrawal stops the work of its purpose in the same transaction. Staff record a first decision or a
 * withdrawal, of which the client is told; throws conflict where only the client may decide.
 */
export async function saveDecisions(
  deps: Needs,
  actor: Actor,
  id: string,
  { decisions }: z.output<typeof decideConsents.body>,
) {
  await inTransaction(deps.db, async (tx) => {
    const client = await consentingClient(tx, actor, id)
    const isInPerson = client.userId === actor.userId
    await lockConsents(tx, client.id)
    if (isInPerson) await markAsked(tx, client.id)
    const [texts, latest] = [await listCurrentTexts(tx), await listLatestEntries(tx, client.id)]
    if (decisions.some(({ purpose, textId }) => texts.get(purpose)?.id !== textId))
      throw new AppError('stale', 'The text has been changed. Please read it again.')
    const changes = decisions.filter((it) => latest.get(it.purpose)?.isGiven !== it.isGiven)
    if (changes.length === 0) return
    if (!isInPerson && changes.some(({ purpose, isGiven }) => isGiven && latest.has(purpose)))
      throw new AppError('conflict', 'Only the client can give this consent again.')
    await insertEntries(
      tx,
      { clientId: client.id, recordedBy: actor.userId, isSaidInSession: !isInPerson },
      changes,
    )
    for (const { purpose, isGiven } of changes) {
      if (!isGiven) await stopWork(tx, deps, { clientId: client.id, purpose })
      await audit(tx, actor, {
        action: isGiven ? 'consent-given' : 'consent-withdrawn',
        ...{ table: 'client', rowId: client.id, clientId: client.id, details: { purpose } },
      })
    }
    await notifyOfDecision(tx, deps, actor, { ...client, isInPerson })
  })
  return getConsents(deps, actor, id)
}

type Decision = { id: string; userId: string | null; isInPerson: boolean }

/** The client is told of what staff recorded, the coach of what the client decided. */
async function notifyOfDecision(tx: Db, deps: Needs, actor: Actor, decision: Decision) {
  const { id: rowId, userId, isInPerson } = decision
  await notify(tx, deps, {
    ...(isInPerson
      ? { kind: 'consentChanged', userId: await findCoachUser(tx, rowId) }
      : { kind: 'consentRecorded', userId }),
    ...{ by: actor.userId, rowId },
  })
}

/** The client undoes the newest decision on a purpose, if staff recorded it. Throws stale if it is not the newest any more. */
export async function undoDecision(
  deps: Needs,
  actor: Actor,
  { id, entryId }: { id: string; entryId: string },
) {
  await inTransaction(deps.db, async (tx) => {
    const client = await consentingClient(tx, actor, id)
    if (client.userId !== actor.userId) throw notFound('client')()
    await lockConsents(tx, client.id)
    const entry = [...(await listLatestEntries(tx, client.id)).values()].find(
      (it) => it.id === entryId && it.isSaidInSession,
    )
    const text = entry && (await listCurrentTexts(tx)).get(entry.purpose)
    if (!text) throw staleError('decision')
    const { purpose } = entry
    const isGiven = await findEarlierDecision(tx, client.id, entry)
    await insertEntries(
      tx,
      { clientId: client.id, recordedBy: actor.userId, isSaidInSession: false },
      [{ purpose, isGiven, textId: text.id }],
    )
    if (!(await hasConsent(tx, client.id, purpose)))
      await stopWork(tx, deps, { clientId: client.id, purpose })
    await audit(tx, actor, {
      action: 'consent-undone',
      ...{ table: 'client', rowId: client.id, clientId: client.id, details: { purpose } },
    })
    await notifyOfDecision(tx, deps, actor, { ...client, isInPerson: true })
  })
  return getConsents(deps, actor, id)
}
