import type { z } from 'zod'
import { type apiTokenForm, maxTokens } from '#contract/accounts/api-tokens.ts'
import { lockUntilCommit } from '../../../platform/db/advisory-lock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { newId } from '../../../platform/ids.ts'
import { hashToken, newToken } from '../../../platform/keys/keys.ts'
import { audit } from '../../audit/audit.ts'
import { deleteToken, insertToken, listTokens } from './api-tokens.queries.ts'

const dayMs = 24 * 3600 * 1000
/** Allows secret scanners to recognize a token. */
const prefix = 'maylab_'

type Form = z.output<typeof apiTokenForm>

/** Returns the token, of which only a hash is stored. Throws conflict if there are too many. */
export const addToken = (db: Db, actor: Actor, { name, scopes, days }: Form) =>
  inTransaction(db, async (tx) => {
    await lockUntilCommit(tx, 'api tokens')
    if ((await listTokens(tx)).length >= maxTokens)
      throw new AppError('conflict', `There are already ${maxTokens} API tokens. Delete one first.`)
    const id = newId()
    const token = prefix + newToken()
    await insertToken(tx, {
      id,
      name,
      tokenHash: hashToken(token),
      userId: actor.userId,
      scopes: JSON.stringify(scopes),
      expiresAt: new Date(Date.now() + days * dayMs).toISOString(),
    })
    await audit(tx, actor, {
      action: 'api-token-created',
      table: 'api_token',
      rowId: id,
      details: { name, days, ...scopes },
    })
    const row = (await listTokens(tx)).find((it) => it.id === id)
    if (!row) throw notFound('API token')()
    return { ...row, token }
  })

export const removeToken = (db: Db, actor: Actor, id: string) =>
  inTransaction(db, async (tx) => {
    const deleted = await deleteToken(tx, id)
    if (!deleted) throw notFound('API token')()
    await audit(tx, actor, {
      action: 'api-token-deleted',
      table: 'api_token',
      rowId: id,
      details: deleted,
    })
    return {}
  })
