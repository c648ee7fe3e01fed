import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/transcripts.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import {
  discardDraft,
  openDraft,
  openOriginal,
  saveDraft,
  saveCorrections,
} from './corrections.service.ts'

export function correctionRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'installation'>) {
  mount(app, contract.saveTranscript, ({ params, body }, actor) =>
    saveCorrections(deps, actor, params.id, body),
  )
  mount(app, contract.getOriginalTranscript, ({ params }, actor) =>
    openOriginal(deps, actor, params.id),
  )
  mount(app, contract.getTranscriptDraft, ({ params }, actor) => openDraft(deps, actor, params.id))
  mount(app, contract.saveTranscriptDraft, ({ params, body }, actor) =>
    saveDraft(deps, actor, params.id, body),
  )
  mount(app, contract.discardTranscriptDraft, async ({ params, query }, actor) => {
    await discardDraft(deps, actor, params.id, query.draftVersion)
    return { ok: true as const }
  })
}
