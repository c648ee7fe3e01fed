import type { FastifyInstance } from 'fastify'
import {
  cancelSession,
  deleteRecording,
  deleteSession,
} from '#contract/sessions/session-removal.ts'
import { getSession, updateSession } from '#contract/sessions/sessions.ts'
import {
  downloadTranscript,
  getSharedConversation,
  shareConversation,
  type TranscriptFormat,
  withdrawConversation,
} from '#contract/sessions/transcripts.ts'
import { joinSession } from '#contract/sessions/join-session.ts'
import type { Deps } from '../../deps.ts'
import { mount, mountRaw } from '../../platform/http/mount.ts'
import { disposition } from '../../platform/http/send-file.ts'
import { cancelAsStaff } from './cancel-session.ts'
import * as service from './sessions.service.ts'
import { findRoom } from './join-session.service.ts'
import { openSharedConversation, share, withdraw } from './sharing/shared-conversations.service.ts'
import { transcriptFile } from './transcript-files/transcript-files.service.ts'

export function sessionRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'config' | 'installation' | 'queue' | 'providers'>,
) {
  mount(app, getSession, ({ params, query }, actor) =>
    service.openSession(deps, actor, params.id, query.transcripts),
  )
  mount(app, updateSession, ({ params: { id }, query, body: { version, ...change } }, actor) =>
    service.changeSession(deps, actor, { id, version }, change, query.transcripts),
  )
  mount(app, cancelSession, ({ params }, actor) => cancelAsStaff(deps, actor, params.id))
  mount(app, deleteSession, async ({ params }, actor) => {
    await service.deleteSession(deps, actor, params.id)
    return { ok: true as const }
  })
  mount(app, deleteRecording, ({ params, query }, actor) =>
    service.deleteRecording(deps, actor, params.id, query.transcripts),
  )
  mount(app, shareConversation, ({ params: { id }, body: { version } }, actor) =>
    share(deps, actor, { id, version }),
  )
  mount(app, withdrawConversation, ({ params }, actor) => withdraw(deps, actor, params.id))
  mount(app, getSharedConversation, ({ params }, actor) =>
    openSharedConversation(deps.db, actor, params.id),
  )
  mount(app, joinSession, ({ params }, actor) => findRoom(deps, actor, params.id))
  mountRaw(app, downloadTranscript, async ({ params, query, reply }, actor) => {
    const { bytes, name } = await transcriptFile(deps, actor, { ...params, ...query })
    return reply
      .type(transcriptTypes[query.format])
      .header('content-disposition', disposition(true, name))
      .header('x-content-type-options', 'nosniff')
      .send(bytes)
  })
}

const transcriptTypes: Record<TranscriptFormat, string> = {
  txt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
}
