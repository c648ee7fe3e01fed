import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Upload } from 'tus-js-client'
import { createUpload } from '#contract/recordings/recordings.ts'

const retryMs = 200
const maxRetries = 500

/** A real video of about this many bytes, padded with a box that players skip (ISO 14496-12, `free`). */
export function videoOf(bytes: number) {
  const beginning = readFileSync(new URL('../../server/test/media/silence.mp4', import.meta.url))
  const padding = Buffer.alloc(bytes, 'a calm picture ')
  padding.writeUInt32BE(bytes)
  padding.write('free', 4)
  return Buffer.concat([beginning, padding])
}

type Options = {
  origin: string
  cookie: string
  sessionId: string
  video: Buffer
  /** Before each part. */
  pauseMs?: number
}

/** Uploads in parts of a tenth, and again from where it stopped whenever that fails. Returns the path of the upload. */
export function uploadVideo({ origin, cookie, sessionId, video, pauseMs = 0 }: Options) {
  return new Promise<string>((resolve, reject) => {
    const upload = new Upload(video, {
      endpoint: origin + createUpload.path,
      headers: { origin, cookie },
      metadata: { sessionId, filename: 'drill.mp4' },
      chunkSize: Math.ceil(video.length / 10),
      retryDelays: Array.from({ length: maxRetries }, () => retryMs),
      onBeforeRequest: () => sleep(pauseMs),
      onShouldRetry: () => true,
      onError: reject,
      onSuccess: () => resolve(new URL(upload.url ?? '').pathname),
    })
    upload.start()
  })
}

const pollMs = 200
const timeoutMs = 600_000

/**
 * Waits until the upload is the recording of its session with every byte, or has failed visibly, as when its worker was killed in
 * five attempts. The time limit begins when nothing disturbs it any more.
 */
export async function untilRecorded({
  origin,
  cookie,
  sessionId,
  video,
  uploadPath,
  isDisturbed = () => false,
}: Options & { uploadPath: string; isDisturbed?: () => boolean }) {
  const headers = { cookie }
  const get = (address: string) => fetch(origin + address, { headers }).catch(() => undefined)
  let end = Date.now() + timeoutMs
  for (; Date.now() < end; await sleep(pollMs)) {
    if (isDisturbed()) end = Date.now() + timeoutMs
    const response = await get(uploadPath)
    const { status } = ((await response?.json().catch(() => undefined)) ?? {}) as {
      status?: string
    }
    if (status === 'failed') return 'failed'
    if (status !== 'completed') continue
    // The process that answers may be killed too.
    const played = await get(`/api/sessions/${sessionId}/recording`)
    const bytes = played?.ok && (await played.arrayBuffer().catch(() => undefined))
    if (bytes) return video.equals(Buffer.from(bytes)) ? 'recorded' : 'lost'
  }
  return 'lost'
}
