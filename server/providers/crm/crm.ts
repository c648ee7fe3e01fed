import { NotFound } from '../../platform/jobs/errors.ts'
import type { OutboundRequest } from '../../platform/outbound/outbound-client.ts'

type Place = { country: string | null; city: string | null }
type Organization = Place & { kind: 'organization'; id: string; name: string }
type Coach = Place & {
  kind: 'coach'
  id: string
  firstName: string
  lastName: string
  email: string
}
export type CrmRecord = Organization | Coach

/** The CRM where an operator manages organizations and coaches. */
export interface Crm {
  /**
   * Creates or updates a record and returns its id in the CRM. Idempotent. Throws Rejected with the message of the service,
   * Unavailable, or NotFound if `externalId` no longer exists.
   */
  put(record: CrmRecord, externalId: string | null, signal: AbortSignal): Promise<string>
}

/** The options that differ between calls to a CRM. */
export type CrmCall = Pick<
  OutboundRequest,
  'method' | 'signal' | 'body' | 'outcomeOf' | 'maxAttempts'
>

type Api = {
  /** The id of the record in the CRM, or undefined. */
  find: () => Promise<string | undefined>
  /** Never retried: a second call would create a duplicate. The next sync finds the record. */
  create: () => Promise<string>
  update: (id: string) => Promise<{ status: number }>
}

/** `put` for a CRM without upsert. */
export async function findAndPut({ find, create, update }: Api, externalId: string | null) {
  const id = externalId ?? (await find())
  if (id === undefined) return create()
  if ((await update(id)).status === 404) throw new NotFound()
  return id
}
