import type { z } from 'zod'
import {
  type addConsentText,
  type ConsentPurpose,
  consentPurposes,
  type ConsentTexts,
  maxTextVersions,
} from '#contract/consents/consents.ts'
import type { Db } from '../../platform/db/db.ts'
import { staleError } from '../../platform/db/row-version.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'
import { audit } from '../audit/audit.ts'

export const listConsentTexts = (db: Db): Promise<ConsentTexts> =>
  Promise.all(
    consentPurposes.map(async (purpose) => ({
      purpose,
      versions: await db
        .selectFrom('consentText')
        .leftJoin('user', 'user.id', 'consentText.createdBy')
        .select([
          'consentText.id',
          'consentText.version',
          'summary',
          'details',
          'consentText.createdAt',
        ])
        .select('user.name as createdBy')
        .where('purpose', '=', purpose)
        .orderBy('consentText.version', 'desc')
        .limit(maxTextVersions)
        .execute(),
    })),
  )

/** `version`: the newest one, as read. Throws stale if there is a newer one. */
export async function saveConsentText(
  db: Db,
  actor: Actor,
  purpose: ConsentPurpose,
  { version, ...text }: z.output<typeof addConsentText.body>,
) {
  await inTransaction(db, async (tx) => {
    const { newest } = await tx
      .selectFrom('consentText')
      .select((eb) => eb.fn.max('version').as('newest'))
      .where('purpose', '=', purpose)
      .executeTakeFirstOrThrow()
    if (newest !== version) throw staleError('text')
    const row = await tx
      .insertInto('consentText')
      .values({ ...text, id: newId(), purpose, version: version + 1, createdBy: actor.userId })
      .onConflict((on) => on.columns(['purpose', 'version']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row) throw staleError('text')
    await audit(tx, actor, {
      action: 'consent-text-added',
      ...{ table: 'consent_text', rowId: row.id, details: { purpose, version: version + 1 } },
    })
  })
  return listConsentTexts(db)
}
