/** A stored file of the person; `sha256` is null if it was missing. */
export type ErasedFile = {
  integrationId: string
  storageKey: string
  storage?: string
  bytes?: number | null
  sha256?: string | null
  isRemoved?: boolean
}

/** What an erasure must still remove or look for, and what it has removed; stored until it is done. */
export type Progress = {
  clientIds: string[]
  userIds: string[]
  sessionIds: string[]
  /** Of recordings and uploads: stored files are named after them. */
  recordingIds: string[]
  emails: string[]
  /** Full names of at least two words. */
  names: string[]
  files: ErasedFile[]
  externalCopies: { integrationId: string; externalId: string; provider: string }[]
  sentTo: { provider: string; purpose: string }[]
  deletedRows: Record<string, number>
  anonymizedRows: Record<string, number>
}

export const emptyProgress = (): Progress => ({
  ...{ clientIds: [], userIds: [], sessionIds: [], recordingIds: [], emails: [], names: [] },
  ...{ files: [], externalCopies: [], sentTo: [], deletedRows: {}, anonymizedRows: {} },
})

/** Ids that must not remain anywhere. */
export const idsOf = ({ clientIds, userIds, sessionIds, recordingIds }: Progress) => [
  ...clientIds,
  ...userIds,
  ...sessionIds,
  ...recordingIds,
]

export const isOfRecording = ({ recordingIds }: Progress, storageKey: string) =>
  recordingIds.includes(storageKey.slice(0, 36))
