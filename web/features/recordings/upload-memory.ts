import { z } from 'zod'

const entry = z.object({
  uploadUrl: z.string(),
  name: z.string(),
  size: z.number(),
  lastModified: z.number(),
})
/** Where an upload stands on the server, and which file it was: all that a reload of the page leaves. */
export type RememberedUpload = z.infer<typeof entry>

const keyOf = (sessionId: string) => `maylab.upload.${sessionId}`

/** Keeps unfinished uploads over a reload, one for each session. A browser that keeps nothing only loses the resuming. */
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
