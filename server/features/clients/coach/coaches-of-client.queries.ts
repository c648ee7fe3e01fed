import { maxCoachHistory } from '#contract/clients/clients.ts'
import { coachesClient, requireClientChange } from '../../../platform/access.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Actor } from '../../../platform/http/mount.ts'

/** Newest first. Throws not-found for a client whose plan the actor may not change. */
export async function listCoachHistory(db: Db, actor: Actor, clientId: string) {
  await requireClientChange(db, actor, clientId)
  return db
    .selectFrom('clientCoach')
    .innerJoin('coach', 'coach.id', 'clientCoach.coachId')
    .select([
      'clientCoach.id',
      'clientCoach.coachId',
      'coach.name as coachName',
      'clientCoach.since',
      'clientCoach.until',
    ])
    .where('clientCoach.clientId', '=', clientId)
    .orderBy('clientCoach.since', 'desc')
    .orderBy('clientCoach.id', 'desc')
    .limit(maxCoachHistory)
    .execute()
}

const maxOrganizations = 1000

export const listOrganizationsOfCoach = (db: Db, userId: string) =>
  db
    .selectFrom('organization')
    .select(['organization.id', 'organization.name'])
    .where('organization.id', 'in', (eb) =>
      eb
        .selectFrom('client')
        .select('client.organizationId')
        .where('client.organizationId', 'is not', null)
        .where((it) => coachesClient(userId)(it as never)),
    )
    .orderBy('organization.name')
    .orderBy('organization.id')
    .limit(maxOrganizations)
    .execute()
