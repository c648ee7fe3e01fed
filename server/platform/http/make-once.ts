import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { idempotencyKey, idempotencyKeyForm } from '#contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import { holdUntilEnd } from '../db/hold.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Actor } from './mount.ts'

/** What a request is known by when it is sent again. Without its key, which is not kept, neither tells anything. */
export type SentRequest = { keyHash: string; digest: string }

/** Requests of one person that are known at most; beyond it the oldest are forgotten before their day is over. */
const mostKnown = 500

/** Throws invalid for a key that is too short, too long or of other signs. */
export function sentRequestOf(
  { headers, method, routeOptions, params, body }: FastifyRequest,
  { userId }: Actor,
): SentRequest | undefined {
  const header = headers[idempotencyKey.toLowerCase()]
  if (header === undefined) return undefined
  const key = idempotencyKeyForm.exec(String(header))?.groups?.['key']
  if (!key)
    throw new AppError(
      'invalid',
      `The header ${idempotencyKey} holds 16 to 64 letters, digits, hyphens and underscores.`,
    )
  const hashOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    keyHash: hashOf(userId),
    digest: hashOf(JSON.stringify([method, routeOptions.url, params, body])),
  }
}

/**
 * Makes something under the id that it hands out, and answers that id; for a request that made it before, the id of then.
 * Of the same request twice at one moment, the second waits for the first. Whatever would refuse the second one belongs into
 * `make`. Throws sent-before for a key under which something else was sent: a form keeps its key until it has heard what
 * became of the first.
 */
export async function makeOnce(
  tx: Db,
  { userId, sent }: Pick<Actor, 'userId' | 'sent'>,
  make: (id: string) => Promise<unknown>,
) {
  const known = sent && (await knownRequest(tx, sent))
  if (known) return known.madeId
  const id = newId()
  await make(id)
  if (sent) await keepRequest(tx, { ...sent, userId, madeId: id })
  return id
}

async function knownRequest(tx: Db, { keyHash, digest }: SentRequest) {
  await holdUntilEnd(tx, `request ${keyHash}`)
  const known = await tx
    .selectFrom('sentRequest')
    .select(['digest', 'madeId'])
    .where('keyHash', '=', keyHash)
    .executeTakeFirst()
  if (known && known.digest !== digest)
    throw new AppError(
      'sent-before',
      'What you sent first has arrived after all, and is saved. If you want this as well, send it once more.',
    )
  return known
}

async function keepRequest(tx: Db, row: SentRequest & { userId: string; madeId: string }) {
  await tx.insertInto('sentRequest').values(row).execute()
  await sql`
    delete from sent_request where user_id = ${row.userId} and created_at <= (
      select created_at from sent_request where user_id = ${row.userId}
      order by created_at desc offset ${mostKnown} limit 1
    )`.execute(tx)
}
