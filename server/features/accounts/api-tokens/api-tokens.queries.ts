import type { Insertable } from 'kysely'
import { type ApiToken, maxTokens } from '#contract/accounts/api-tokens.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { ApiToken as TokenRow } from '../../../platform/db/schema.ts'

export const listTokens = (db: Db) =>
  db
    .selectFrom('apiToken')
    .innerJoin('user', 'user.id', 'apiToken.userId')
    .select((eb) => [
      ...(['apiToken.id', 'apiToken.name', 'apiToken.createdAt'] as const),
      ...(['expiresAt', 'lastUsedAt', 'user.name as createdBy'] as const),
      eb.ref('scopes').$castTo<ApiToken['scopes']>().as('scopes'),
    ])
    .orderBy('apiToken.createdAt', 'desc')
    .orderBy('apiToken.id', 'desc')
    .limit(maxTokens)
    .execute()

export const insertToken = (db: Db, row: Insertable<TokenRow>) =>
  db.insertInto('apiToken').values(row).execute()

export const deleteToken = (db: Db, id: string) =>
  db.deleteFrom('apiToken').where('id', '=', id).returning('name').executeTakeFirst()
