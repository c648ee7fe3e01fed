import type { localService } from '../local-service.ts'

/** CRM records by id, with the fields of the service. */
export type Kept = Map<string, Record<string, unknown>>

/** A fake CRM, for the shared CRM tests. */
export type CrmService = Awaited<ReturnType<typeof localService>> & {
  settings: Record<string, string>
  organizations: Kept
  people: Kept
}
