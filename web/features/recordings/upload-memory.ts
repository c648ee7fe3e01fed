import { z } from 'zod'

const entry = z.object({
  uploadUrl: z.string(),
  name: z.string(),
  size: z.number(),
  lastModified: z.number(),
})
/** An upload's URL and file, which survive a reload. */
export type RememberedUpload = z.infer<typeof entry>

const keyOf = (sessionId: string) => `maylab.upload.${sessionId}`

/** Stores unfinished uploads over a reload, one per session. Without storage they cannot be resumed. */
export const uploadMemory = (storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) => ({
  recall(sessionId: string): RememberedUpload | null {
    try {
      return entry.parse(JSON.parse(storage.getItem(keyOf(sessionId)) ?? 'null'))
    } catch {
      return null
    }
  },
  remember(sessionId: string, upload: RememberedUpload) {
    try {
      storage.setItem(keyOf(sessionId), JSON.stringify(upload))
    } catch {
      // Storage is full or switched off.
    }
  },
  forget(sessionId: string) {
    try {
      storage.removeItem(keyOf(sessionId))
    } catch {
      // As above.
    }
  },
})
export type UploadMemory = ReturnType<typeof uploadMemory>
