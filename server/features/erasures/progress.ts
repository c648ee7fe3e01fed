import type { Person } from './person.queries.ts'

/** A stored file of the person; `sha256` is null if it was missing. */
export type ErasedFile = {
  integrationId: string
  storageKey: string
  storage?: string
  bytes?: number | null
  sha256?: string | null
  isRemoved?: boolean
}

/** `problem`: why the service rejected it. */
export type MessengerResult = { provider: string; isDeleted: boolean; problem: string | null }

/** What an erasure must still remove or look for, and what it has removed; stored until it is done. */
export type Progress = Person & {
  files: ErasedFile[]
  externalCopies: { integrationId: string; externalId: string; provider: string }[]
  sentTo: { provider: string; purpose: string }[]
  /** What services that send messages did about the person. */
  messengers: MessengerResult[]
  deletedRows: Record<string, number>
  anonymizedRows: Record<string, number>
}

export const emptyProgress = (): Progress => ({
  ...{
    clientIds: [],
    userIds: [],
    sessionIds: [],
    recordingIds: [],
    requestIds: [],
    emails: [],
    phones: [],
  },
  ...{ names: [], keptAccounts: [], files: [], externalCopies: [], sentTo: [], messengers: [] },
  ...{ deletedRows: {}, anonymizedRows: {} },
})

export const isOfRecording = ({ recordingIds }: Progress, storageKey: string) =>
  recordingIds.includes(storageKey.slice(0, 36))
