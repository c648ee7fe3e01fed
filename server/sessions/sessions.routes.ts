import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/sessions.ts'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { changeSession, deleteRecording, deleteSession, openSession } from './sessions.service.ts'

export function sessionRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'config' | 'queue'>) {
  mount(app, contract.getSession, ({ params, query }, actor) =>
    openSession(deps, actor, params.id, query.transcripts),
  )
  mount(
    app,
    contract.updateSession,
    ({ params: { id }, query, body: { version, ...change } }, actor) =>
      changeSession(deps, actor, { id, version }, change, query.transcripts),
  )
  mount(app, contract.deleteSession, async ({ params }, actor) => {
    await deleteSession(deps, actor, params.id)
    return { ok: true as const }
  })
  mount(app, contract.deleteRecording, ({ params, query }, actor) =>
    deleteRecording(deps, actor, params.id, query.transcripts),
  )
}
