import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/notes/notes.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { answerList } from '../../platform/lists/send-list.ts'
import { isOwnNote, noteList, type Subject } from './notes.queries.ts'
import {
  getOwnNote,
  listNotesOfFormerCoaches,
  listOwnVersions,
  saveOwnNote,
} from './notes.service.ts'

type Asked = { params: { id: string }; query: { sessionId?: string | undefined } }
const toSubject = ({ params, query }: Asked): Subject => ({ clientId: params.id, ...query })

export function noteRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'installation'>) {
  mount(app, contract.getNote, (asked, actor) => getOwnNote(deps, actor, toSubject(asked)))
  mount(app, contract.saveNote, (asked, actor) =>
    saveOwnNote(deps, actor, toSubject(asked), asked.body),
  )
  mount(app, contract.listNoteVersions, (asked, actor) =>
    listOwnVersions(deps, actor, toSubject(asked)),
  )
  mount(app, contract.listFormerNotes, (asked, actor) =>
    listNotesOfFormerCoaches(deps, actor, toSubject(asked)),
  )
  mount(app, contract.listMyNotes, (asked, actor) =>
    answerList(deps.db, contract.listMyNotes, noteList, asked, isOwnNote(actor.userId)),
  )
}
