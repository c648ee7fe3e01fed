import { z } from 'zod'

const entry = z.object({
  uploadUrl: z.string(),
  name: z.string(),
  size: z.number(),
  lastModified: z.number(),
})
/** An upload's URL and file, which survive a reload. */
export type RememberedUpload = z.infer<typeof entry>

const toKey = (sessionId: string) => `maylab.upload.${sessionId}`

/** Stores unfinished uploads over a reload, one per session. Without storage they cannot be resumed. */
export const uploadMemory = (storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) => ({
  recall(sessionId: string): RememberedUpload | null {
    try {
      return entry.parse(JSON.parse(storage.getItem(toKey(sessionId)) ?? 'null'))
    } catch {
      return null
    }
  },
  remember(sessionId: string, upload: RememberedUpload) {
    try {
      storage.setItem(toKey(sessionId), JSON.stringify(upload))
    } catch {
      // Storage is full or switched off.
    }
  },
  forget(sessionId: string) {
    try {
      storage.removeItem(toKey(sessionId))
    } catch {
      // As above.
    }
  },
})
export type UploadMemory = ReturnType<typeof uploadMemory>
