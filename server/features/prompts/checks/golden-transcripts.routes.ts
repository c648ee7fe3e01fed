import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/golden-transcripts.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { goldenRow, goldenTranscripts } from './golden-transcripts.queries.ts'
import { createGolden, editGolden, removeGolden } from './golden-transcripts.service.ts'

export function goldenTranscriptRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  mount(app, contract.listGoldenTranscripts, () => goldenTranscripts(db))
  mount(app, contract.readGoldenTranscript, ({ params }) => goldenRow(db, params.id))
  mount(app, contract.createGoldenTranscript, ({ body }, actor) => createGolden(db, actor, body))
  mount(
    app,
    contract.updateGoldenTranscript,
    ({ params: { id }, body: { version, ...form } }, actor) =>
      editGolden(db, actor, { id, version }, form),
  )
  mount(app, contract.deleteGoldenTranscript, ({ params }, actor) =>
    removeGolden(db, actor, params.id),
  )
}
