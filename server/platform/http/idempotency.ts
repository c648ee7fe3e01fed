import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { idempotencyKey, idempotencyKeyForm } from '#contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import { lockUntilCommit } from '../db/advisory-lock.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Actor } from './mount.ts'

/** Hashes keyed with the `Idempotency-Key`, which is not stored. */
export type IdempotentRequest = { keyHash: string; digest: string }

/** Throws invalid for a malformed key. */
export function idempotentRequest(
  { headers, method, routeOptions, params, body }: FastifyRequest,
  { userId }: Actor,
): IdempotentRequest | undefined {
  const header = headers[idempotencyKey.toLowerCase()]
  if (header === undefined) return undefined
  const key = idempotencyKeyForm.exec(String(header))?.groups?.['key']
  if (!key)
    throw new AppError(
      'invalid',
      `The header ${idempotencyKey} holds 16 to 64 letters, digits, hyphens and underscores.`,
    )
  const hashText = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    keyHash: hashText(userId),
    digest: hashText(JSON.stringify([method, routeOptions.url, params, body])),
  }
}

/**
 * Creates a row under a new id and returns it; a repeated request returns the id of the first. Concurrent repeats wait. Checks that
 * would refuse a repeat belong inside `make`. Throws sent-before when the key was used for another request.
 */
export async function createOnce(
  tx: Db,
  { userId, idempotentRequest: sent }: Pick<Actor, 'userId' | 'idempotentRequest'>,
  make: (id: string) => Promise<unknown>,
) {
  const known = sent && (await findRequest(tx, sent))
  if (known) return known.createdId
  const id = newId()
  await make(id)
  if (sent)
    await tx
      .insertInto('idempotentRequest')
      .values({ ...sent, userId, createdId: id })
      .execute()
  return id
}

async function findRequest(tx: Db, { keyHash, digest }: IdempotentRequest) {
  await lockUntilCommit(tx, `request ${keyHash}`)
  const known = await tx
    .selectFrom('idempotentRequest')
    .select(['digest', 'createdId'])
    .where('keyHash', '=', keyHash)
    .executeTakeFirst()
  if (known && known.digest !== digest)
    throw new AppError(
      'sent-before',
      'Your first attempt was saved after all. To save this too, send it again.',
    )
  return known
}
