import type { FastifyInstance } from 'fastify'
import { listMessages, readMessage, sendAgain } from '#contract/messages.ts'
import { audit } from '../audit/audit.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { mount } from '../http/mount.ts'
import { answerList } from '../lists/send-list.ts'
import { messageList, messageRow, messageWithBody, waitAgain } from './messages.queries.ts'

export function messageRoutes(app: FastifyInstance, { db, queue }: Pick<Deps, 'db' | 'queue'>) {
  mount(app, listMessages, (asked) => answerList(db, listMessages, messageList, asked))
  mount(app, readMessage, async ({ params: { id } }, actor) => {
    const opened = await messageWithBody(db, id)
    // It may hold a link that opens an account: whoever looks at it is in the log first.
    await audit(db, actor, { action: 'message-opened', table: 'message', rowId: id })
    return opened
  })
  mount(app, sendAgain, async ({ params: { id } }, actor) => {
    await inTransaction(db, async (tx) => {
      const { kind, status } = await messageRow(tx, id)
      if (!(await waitAgain(tx, id)))
        throw new AppError(
          'conflict',
          status === 'sent' ? 'This message has left already.' : 'This message is on its way.',
        )
      await queue.add(tx, 'deliver', { messageId: id })
      await audit(tx, actor, {
        action: 'message-sent-again',
        ...{ table: 'message', rowId: id, details: { kind } },
      })
    })
    return messageRow(db, id)
  })
}
