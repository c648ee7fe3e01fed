/** What a CRM learns of a row here: contact data of organizations and coaches, never anything about a client. */
export type CrmRecord =
  | { kind: 'organization'; id: string; name: string; country: string | null; city: string | null }
  | {
      kind: 'coach'
      id: string
      firstName: string
      lastName: string
      email: string
      country: string | null
      city: string | null
    }

/** Keeps contact data where salespeople work. Adapters stand beside this file. */
export interface Crm {
  /**
   * Puts a record there, or changes the one of that `externalId`; answers its name there. The same again does no harm.
   * Throws Rejected with the words of the service, or Unavailable; NotFound where that one is gone.
   */
  put(record: CrmRecord, externalId: string | null, signal: AbortSignal): Promise<string>
}
