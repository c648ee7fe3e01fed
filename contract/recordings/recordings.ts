import { z } from 'zod'
import { idOnly, line, rowId, wholeNumber } from '../bounds.ts'
import { endpoint, type Wire } from '../endpoint.ts'
import { staff } from '../roles.ts'

const uploadId = z.object({ uploadId: rowId() })
const mebibyte = 1024 * 1024

/** 500 MB (docs/product.md, "Recordings"). */
export const maxRecordingBytes = 500 * mebibyte

/** Rounded up, so that a little over 500 MB does not read as the 500 MB that are allowed. */
export const tooLargeError = (bytes: number) =>
  `File size must be under 500MB. Your file is ${Math.ceil(bytes / mebibyte)}MB`

/** Session id, client name and time (docs/product.md, "Recordings"). */
export function recordingFileName(
  sessionId: string,
  clientName: string,
  at: Date,
  extension: 'mp4' | 'webm' = 'mp4',
) {
  const name = clientName.trim().replaceAll(/[\s/\\:*?"<>|]+/g, '_')
  return `${sessionId}_${name}_${at.toISOString().replaceAll(/[:.]/g, '-')}.${extension}`
}

/** Estimated upload time by size in bytes (docs/product.md, "Recordings"). */
export function uploadEstimate(bytes: number) {
  if (bytes < 50 * mebibyte) return '30-60 seconds'
  if (bytes < 200 * mebibyte) return '1-3 minutes'
  if (bytes < 500 * mebibyte) return '2-5 minutes'
  return '3-8 minutes'
}

export const recording = z.object({
  id: rowId(),
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.number().int(),
  /** Seconds; 0 where the length in the file is impossible. */
  duration: z.number(),
  /** Every current browser plays it, or the playable copy. */
  isPlayable: z.boolean(),
  /**
   * MIME type with codecs (RFC 6381), to ask the browser whether it can play it; null where none can. It is offered as
   * a download otherwise.
   */
  mediaType: z.string().nullable(),
  /** A playable copy is being made. */
  isCopyInProgress: z.boolean(),
  /** Recorded in the browser. */
  isMadeHere: z.boolean(),
  hasPoster: z.boolean(),
  createdAt: z.string(),
})
export type Recording = z.infer<typeof recording>

/** For the API description: the server parses the body as a stream. */
const base64Upload = z.object({
  fileName: z.string().optional(),
  fileData: z.base64(),
  clientFullName: z.string().optional(),
})

/** JSON `{fileName, fileData, clientFullName}`, read as a stream because it may be 700 MB long. */
export const uploadRecording = endpoint('POST /api/sessions/{id}/upload-recording', {
  access: staff,
  changes: ['session'],
  summary: 'Upload a recording as base64 in JSON: fileName, fileData, clientFullName',
  params: idOnly,
  body: 'bytes',
  wire: { sends: { type: 'application/json', schema: base64Upload } },
  errorCodes: ['conflict', 'no-consent', 'unprocessable'],
  response: recording,
})

/** Limits on uploads in progress. */
export const maxUploadsPerSession = 3
export const maxUploadsPerUser = 10
/** Maximum number of speakers that a recording made here can say. */
export const maxSpeakers = 10

export const upload = z.object({
  id: rowId(),
  sessionId: rowId(),
  /**
   * `receiving`: bytes are missing. `processing`: the complete video is checked and stored. `completed`: the recording
   * has the id of the upload. `failed`: it was rejected and deleted.
   */
  status: z.enum(['receiving', 'processing', 'completed', 'failed']),
  /** Until the length is known: what has arrived. */
  sizeBytes: z.number().int(),
  arrivedBytes: z.number().int(),
  /** Message about a delay, or null. */
  note: z.string().nullable(),
  /** Why it failed, or null. */
  error: z.string().nullable(),
})
export type Upload = z.infer<typeof upload>

export const getUpload = endpoint('GET /api/uploads/{uploadId}', {
  access: staff,
  shows: ['upload'],
  summary: 'The status of an upload',
  params: uploadId,
  response: upload,
})

export const finishUpload = endpoint('POST /api/uploads/{uploadId}/finish', {
  access: staff,
  changes: ['upload', 'session'],
  summary: 'Finish an upload with what has arrived',
  params: uploadId,
  errorCodes: ['conflict', 'no-consent', 'unprocessable'],
  response: upload,
})

/** Maximum number of unfinished recordings in a response. */
export const maxUnfinishedRecordings = 20

const unfinishedRecording = z.object({
  uploadId: rowId(),
  sessionId: rowId(),
  clientId: rowId(),
  clientName: z.string(),
  sessionName: z.string(),
  startedAt: z.string(),
  /** When the last bytes arrived. */
  arrivedAt: z.string(),
  arrivedBytes: z.number().int(),
})
export type UnfinishedRecording = z.infer<typeof unfinishedRecording>

export const listMyUnfinishedRecordings = endpoint('GET /api/my-unfinished-recordings', {
  access: staff,
  shows: ['upload'],
  summary: `Your own recordings made in a browser of which nothing has arrived for two minutes, newest first; at most ${maxUnfinishedRecordings}`,
  response: z.array(unfinishedRecording).max(maxUnfinishedRecordings),
})

const tusVersion = { 'Tus-Resumable': '1.0.0, the version of tus' }
const arrivedSoFar = { 'Upload-Offset': 'Bytes received so far' }
const bytesOfUpload = { type: 'application/offset+octet-stream' }

const deferred = '`1`: the length is not known yet'

/**
 * The four tus 1.0.0 operations. `Upload-Metadata` of the first carries `sessionId` and `filename`, for a recording made in
 * the browser also `recorder`, `speakers`, `sides` and `startedAt`. Once the last byte has arrived the video is checked and
 * stored in the background: see `getUpload`.
 */
export const createUpload = endpoint('POST /api/uploads', {
  access: staff,
  changes: ['upload'],
  summary: 'Create a resumable upload (tus 1.0.0)',
  body: 'bytes',
  wire: {
    headers: {
      ...tusVersion,
      'Upload-Metadata': `\`sessionId\` and \`filename\`, each followed by its base64 value, separated by a comma; \`recorder\` (1: made in the browser), \`speakers\` (1 to ${maxSpeakers}), \`sides\` (1: left is the microphone, right is the call), \`startedAt\` (an ISO 8601 time: what began at the same time is the same recording)`,
    },
    optionalHeaders: {
      'Upload-Length': 'Bytes of the whole file',
      'Upload-Defer-Length': `Instead of Upload-Length. ${deferred}`,
    },
    sends: bytesOfUpload,
    answers: {
      201: {
        says: 'Created',
        headers: { ...tusVersion, Location: 'The URL of the upload' },
      },
    },
  },
  errorCodes: ['not-found', 'conflict', 'no-consent', 'unprocessable'],
  response: 'bytes',
})
export const getUploadOffset = endpoint('HEAD /api/uploads/{uploadId}', {
  access: staff,
  shows: ['upload'],
  summary: 'The current offset of an upload (tus 1.0.0)',
  params: uploadId,
  wire: {
    headers: tusVersion,
    answers: {
      200: {
        says: 'The current offset',
        headers: { ...tusVersion, ...arrivedSoFar },
        optionalHeaders: {
          'Upload-Length': 'Bytes of the whole file',
          'Upload-Defer-Length': deferred,
        },
      },
    },
  },
  errorCodes: ['conflict', 'no-consent', 'unprocessable'],
  response: 'bytes',
})
export const continueUpload = endpoint('PATCH /api/uploads/{uploadId}', {
  access: staff,
  changes: ['upload', 'session'],
  summary: 'Send the next bytes of an upload (tus 1.0.0)',
  params: uploadId,
  body: 'bytes',
  wire: {
    headers: { ...tusVersion, 'Upload-Offset': 'Offset of the first byte of the body' },
    optionalHeaders: {
      'Upload-Length': 'Bytes of the whole file, once they are known',
    },
    sends: bytesOfUpload,
    answers: { 204: { says: 'Received', headers: { ...tusVersion, ...arrivedSoFar } } },
  },
  errorCodes: ['conflict', 'no-consent', 'unprocessable'],
  response: 'bytes',
})
export const cancelUpload = endpoint('DELETE /api/uploads/{uploadId}', {
  access: staff,
  changes: ['upload'],
  summary: 'Cancel an upload and delete the received bytes (tus 1.0.0)',
  params: uploadId,
  wire: { headers: tusVersion, answers: { 204: { says: 'Deleted', headers: tusVersion } } },
  response: 'bytes',
})

/** Responses with a file (RFC 9110, sections 13 and 14). */
const fileResponses = (type: string): Wire => {
  const headers = { ETag: 'Identifies the content', 'Accept-Ranges': 'bytes' }
  const part = { 'Content-Range': 'The byte range and the total size' }
  return {
    answers: {
      200: { says: 'The whole file', type, headers },
      206: { says: 'The requested range', type, headers: { ...headers, ...part } },
      304: { says: 'Not modified', headers },
      416: { says: 'Range not satisfiable', headers: part },
    },
  }
}

export const getRecording = endpoint('GET /api/sessions/{id}/recording', {
  access: staff,
  opens: ['recording-opened'],
  shows: ['session'],
  summary: 'The video of a session; supports Range',
  params: idOnly,
  /** `through`: from this server, even where the storage provides links. */
  query: z.object({
    download: z.literal('1').optional(),
    through: z.literal('server').optional(),
  }),
  wire: {
    answers: {
      ...fileResponses('video/*').answers,
      302: {
        says: 'A link to the storage that is valid for minutes, where it provides one',
        headers: { Location: 'The link' },
      },
    },
  },
  response: 'bytes',
})

export const getPoster = endpoint('GET /api/sessions/{id}/recording/poster', {
  access: staff,
  opens: ['plan-opened'],
  shows: ['session'],
  summary: 'The poster image of the video',
  params: idOnly,
  wire: fileResponses('image/jpeg'),
  response: 'bytes',
})

/** "Open Direct": seconds until the link expires. */
export const directLinkSeconds = 300
export const createDirectLink = endpoint('POST /api/sessions/{id}/recording/link', {
  access: staff,
  opens: ['recording-link-made'],
  changes: [],
  summary: 'Create a signed link to the video, valid for five minutes without signing in',
  params: idOnly,
  response: z.object({ url: z.string(), expiresAt: z.string() }),
})
/** Seconds since 1970, up to the year 2200. */
const maxExpirySeconds = 7_258_118_400

export const openDirectLink = endpoint('GET /api/recordings/{recordingId}', {
  access: 'public',
  opens: ['recording-opened'],
  shows: ['session'],
  summary: 'The video of a signed link; supports Range',
  params: z.object({ recordingId: rowId() }),
  query: z.object({ expires: wholeNumber(0, maxExpirySeconds), signature: line(200) }),
  wire: fileResponses('video/*'),
  errorCodes: ['not-allowed'],
  response: 'bytes',
})
