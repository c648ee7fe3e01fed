import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/golden-transcripts.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { getGoldenTranscript, listGoldenTranscripts } from './golden-transcripts.queries.ts'
import {
  createGoldenTranscript,
  editGoldenTranscript,
  deleteGoldenTranscript,
} from './golden-transcripts.service.ts'

export function goldenTranscriptRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  mount(app, contract.listGoldenTranscripts, () => listGoldenTranscripts(db))
  mount(app, contract.readGoldenTranscript, ({ params }) => getGoldenTranscript(db, params.id))
  mount(app, contract.createGoldenTranscript, ({ body }, actor) =>
    createGoldenTranscript(db, actor, body),
  )
  mount(
    app,
    contract.updateGoldenTranscript,
    ({ params: { id }, body: { version, ...form } }, actor) =>
      editGoldenTranscript(db, actor, { id, version }, form),
  )
  mount(app, contract.deleteGoldenTranscript, ({ params }, actor) =>
    deleteGoldenTranscript(db, actor, params.id),
  )
}
