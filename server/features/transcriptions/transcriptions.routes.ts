import type { FastifyInstance } from 'fastify'
import {
  cancelTranscription,
  eventStreamMs,
  startTranscription,
  streamTranscriptionEvents,
} from '#contract/transcriptions/transcriptions.ts'
import {
  getTranscriptionHints,
  putTranscriptionHints,
} from '#contract/transcriptions/transcription-hints.ts'
import * as transcripts from '#contract/sessions/transcripts.ts'
import { requireSessionChange } from '../../platform/access.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import { mount, mountRaw } from '../../platform/http/mount.ts'
import { eventStreams, type StreamLimits } from '../../platform/http/event-stream.ts'
import {
  discardDraft,
  openDraft,
  openOriginal,
  saveCorrections,
  saveDraft,
} from './corrections/corrections.service.ts'
import {
  acceptNewTranscript,
  discardNewTranscript,
  openNewTranscript,
} from './new-transcript/new-transcript.service.ts'
import { setTranscriptionHints, findTranscriptionHints } from './run/transcription-hints.ts'
import { getTopic } from './transcription-rows.ts'
import { cancel, latestEvent, start } from './transcriptions.service.ts'

export function transcriptionRoutes(app: FastifyInstance, deps: Deps, limits?: StreamLimits) {
  correctionRoutes(app, deps)
  const stream = eventStreams(app, deps, limits)
  mount(app, startTranscription, ({ params, body }, actor) =>
    start(deps, actor, {
      sessionId: params.id,
      speakers: body?.speakers ?? null,
      language: body?.language ?? null,
    }),
  )
  mount(app, getTranscriptionHints, ({ params }, actor) =>
    findTranscriptionHints(deps.db, actor, params.id),
  )
  mount(app, putTranscriptionHints, ({ params, body }, actor) =>
    setTranscriptionHints(deps.db, actor, params.id, body),
  )
  mount(app, cancelTranscription, ({ params }, actor) => cancel(deps, actor, params.id))
  mountRaw(app, streamTranscriptionEvents, async ({ params: { id }, reply }, actor) => {
    await requireSessionChange(deps.db, actor, id)
    return stream(reply, actor, {
      topics: [getTopic(id)],
      read: () => latestEvent(deps.db, id),
      mayListen: (now) =>
        requireSessionChange(deps.db, now, id).then(
          () => true,
          (error: unknown) => {
            if (error instanceof AppError) return false
            throw error
          },
        ),
      maxDurationMs: eventStreamMs,
    })
  })
}

function correctionRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, transcripts.saveTranscript, ({ params, body }, actor) =>
    saveCorrections(deps, actor, params.id, body),
  )
  mount(app, transcripts.getOriginalTranscript, ({ params }, actor) =>
    openOriginal(deps, actor, params.id),
  )
  mount(app, transcripts.getNewTranscript, ({ params }, actor) =>
    openNewTranscript(deps, actor, params.id),
  )
  mount(app, transcripts.acceptNewTranscript, async ({ params, body }, actor) => {
    await acceptNewTranscript(deps, actor, params.id, body)
    return { ok: true as const }
  })
  mount(app, transcripts.discardNewTranscript, async ({ params, query }, actor) => {
    await discardNewTranscript(deps, actor, params.id, query.newTranscriptId)
    return { ok: true as const }
  })
  mount(app, transcripts.getTranscriptDraft, ({ params }, actor) =>
    openDraft(deps, actor, params.id),
  )
  mount(app, transcripts.saveTranscriptDraft, ({ params, body }, actor) =>
    saveDraft(deps, actor, params.id, body),
  )
  mount(app, transcripts.discardTranscriptDraft, async ({ params, query }, actor) => {
    await discardDraft(deps, actor, params.id, query.draftVersion)
    return { ok: true as const }
  })
}
