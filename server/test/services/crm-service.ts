import type { localService } from '../local-service.ts'

/** What stands in a CRM: under a number, with the fields as its service has them. */
export type Kept = Map<string, Record<string, unknown>>

/** A service that keeps contacts, as the suite of all of them leads it. */
export type CrmService = Awaited<ReturnType<typeof localService>> & {
  settings: Record<string, string>
  organizations: Kept
  people: Kept
}
