import { sql } from 'kysely'
import type { ConsentOutside } from '#contract/consents/consents.ts'
import type { IntegrationType } from '#contract/integrations/providers/providers.ts'
import { mayReadOrganization } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import type { Settings } from '../../providers/provider.ts'

/** Active integrations, and storages that hold recordings, without secrets. */
export function listServices(db: Db) {
  const recordings = db
    .selectFrom('recording')
    .select('recording.id')
    .whereRef('recording.integrationId', '=', sql.ref('integration.id'))
  return db
    .selectFrom('integration')
    .select(['provider', 'isActive'])
    .select((eb) => [
      eb.ref('type').$castTo<IntegrationType>().as('type'),
      eb.ref('settings').$castTo<Settings>().as('settings'),
      eb.exists(recordings).$castTo<boolean>().as('hasRecordings'),
    ])
    .where((eb) => eb.or([eb('isActive', '=', true), eb.exists(recordings)]))
    .orderBy('id')
    .execute()
}

/** The switches of an organization that the actor may read. */
export const getSwitches = (db: Db, actor: Actor, organizationId: string) =>
  db
    .selectFrom('organization')
    .select(['audioStaysHere', 'wordsStayHere'])
    .select(sql<ConsentOutside>`consent_outside`.as('consentOutside'))
    .where('organization.id', '=', organizationId)
    .where(mayReadOrganization(actor))
    .executeTakeFirstOrThrow(notFound('organization'))

export const getCounts = (db: Db) =>
  db
    .selectNoFrom([
      sql<number>`(select count(*) from webhook)`.as('webhooks'),
      sql<boolean>`exists (select from backup)`.as('hasBackup'),
    ])
    .executeTakeFirstOrThrow()
