import type { z } from 'zod'
import { type ClientConsents, consentPurposes, type decideConsents } from '#contract/consents.ts'
import type { ConsentPurpose } from '#contract/consents.ts'
import { type IntegrationType, providerForm } from '#contract/providers/providers.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import type { Providers } from '../../providers/registry.ts'
import { audit } from '../audit/audit.ts'
import {
  consentingClient,
  insertEntries,
  listCurrentTexts,
  listEntries,
  listLatestEntries,
  lockConsents,
  markAsked,
} from './consents.queries.ts'
import { stopWork } from './stop-work.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers'>

export async function getConsents(
  { db, providers }: Needs,
  actor: Actor,
  id: string,
): Promise<ClientConsents> {
  const client = await consentingClient(db, actor, id)
  const [texts, latest, history, services] = await Promise.all([
    listCurrentTexts(db),
    listLatestEntries(db, client.id),
    listEntries(db, client.id),
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
        service: services[purpose] ?? null,
      }
    }),
    history,
  }
}

/** The active outside service of each purpose that has one. */
async function outsideServices(providers: Providers) {
  const serviceOf = async (type: IntegrationType, builtIn: string) => {
    const active = await providers.active(type).catch(() => undefined)
    const form = active && providerForm(type, active.provider)
    return form && active.provider !== builtIn
      ? { label: form.label, about: form.about }
      : undefined
  }
  const [recording, transcription, analysis] = await Promise.all([
    serviceOf('video_storage', 'local_disk'),
    serviceOf('transcription', 'local'),
    serviceOf('ai_analysis', 'built_in'),
  ])
  return {
    ...{ recording, outside_transcription: transcription, outside_analysis: analysis },
  } as Partial<Record<ConsentPurpose, ClientConsents['consents'][number]['service']>>
}

/** Saves what has changed. A withdrawal stops the work of its purpose in the same transaction. */
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
    const recorded = { recordedBy: actor.userId, isSaidInSession: !isInPerson }
    await insertEntries(tx, { clientId: client.id, ...recorded }, changes)
    for (const { purpose, isGiven } of changes) {
      if (!isGiven) await stopWork(tx, deps.providers, { clientId: client.id, purpose })
      await audit(tx, actor, {
        action: isGiven ? 'consent-given' : 'consent-withdrawn',
        ...{ table: 'client', rowId: client.id, clientId: client.id, details: { purpose } },
      })
    }
  })
  return getConsents(deps, actor, id)
}
