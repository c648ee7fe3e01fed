import type { FastifyInstance } from 'fastify'
import { listMessages, readMessage } from '#contract/messages.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { answerList } from '../../platform/lists/send-list.ts'
import { messageList, messageWithBody } from './messages.queries.ts'

export function messageRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  mount(app, listMessages, (asked) => answerList(db, listMessages, messageList, asked))
  mount(app, readMessage, async ({ params: { id } }, actor) => {
    const opened = await messageWithBody(db, id)
    // It may contain a link that opens an account.
    await audit(db, actor, { action: 'message-opened', table: 'message', rowId: id })
    return opened
  })
}
