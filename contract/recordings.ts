import { z } from 'zod'
import { line, rowId, wholeNumber } from './bounds.ts'
import { endpoint, type Wire } from './endpoint.ts'
import { staff } from './roles.ts'

const sessionId = z.object({ id: rowId() })
const uploadId = z.object({ uploadId: rowId() })
const mebi = 1024 * 1024

/** Specification part 2, section 9: 500MB. */
export const maximumRecordingBytes = 500 * mebi

/** Estimated upload time by size in bytes (specification part 2, section 9). */
export function uploadEstimate(bytes: number) {
  if (bytes < 50 * mebi) return '30-60 seconds'
  if (bytes < 200 * mebi) return '1-3 minutes'
  if (bytes < 500 * mebi) return '2-5 minutes'
  return '3-8 minutes'
}

export const recording = z.object({
  id: rowId(),
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.number().int(),
  /** Seconds; 0 where what the file states of its length cannot be. */
  duration: z.number(),
  /** Every current browser plays picture and sound of it, or of a copy of it in another container. */
  isPlayable: z.boolean(),
  /**
   * Container and codecs (RFC 6381): what a browser is asked whether it plays it where not all do. It is offered as a download
   * where it does not. Null where no browser plays it.
   */
  mediaType: z.string().nullable(),
  /** A copy that every current browser plays is being made. */
  isCopyComing: z.boolean(),
  hasPoster: z.boolean(),
  createdAt: z.string(),
})
export type Recording = z.infer<typeof recording>

/** What the specified call sends; the server reads it as it comes, without this schema. */
const base64Upload = z.object({
  fileName: z.string().optional(),
  fileData: z.base64(),
  clientFullName: z.string().optional(),
})

/** Specified call: JSON `{fileName, fileData, clientFullName}`, read as a stream because it may be 700 MB long. */
export const uploadRecording = endpoint('POST /api/sessions/{id}/upload-recording', {
  access: staff,
  changes: ['session'],
  summary: 'Upload a recording as base64 in JSON: fileName, fileData, clientFullName',
  params: sessionId,
  body: 'bytes',
  wire: { sends: { type: 'application/json', schema: base64Upload } },
  refuses: ['conflict', 'unprocessable'],
  response: recording,
})

/** Uploads that are under way at once, beyond which a further one is refused. */
export const mostUploadsPerSession = 3
export const mostUploadsPerPerson = 10

export const upload = z.object({
  id: rowId(),
  sessionId: rowId(),
  /**
   * `receiving`: bytes are missing. `processing`: everything has arrived; the video is looked at and stored.
   * `completed`: it is the recording, which has the id of the upload. `failed`: it was refused and removed.
   */
  status: z.enum(['receiving', 'processing', 'completed', 'failed']),
  sizeBytes: z.number().int(),
  arrivedBytes: z.number().int(),
  /** Why processing takes longer, in words, or null. */
  note: z.string().nullable(),
  /** Why it failed, in words, or null. */
  error: z.string().nullable(),
})
export type Upload = z.infer<typeof upload>

export const getUpload = endpoint('GET /api/uploads/{uploadId}', {
  access: staff,
  shows: ['upload'],
  summary: 'How an upload stands, and what became of it',
  params: uploadId,
  response: upload,
})

const tusVersion = { 'Tus-Resumable': '1.0.0, the version of tus' }
const arrivedSoFar = { 'Upload-Offset': 'How many bytes have arrived' }
const bytesOfUpload = { type: 'application/offset+octet-stream' }

/**
 * The four tus 1.0.0 operations. `Upload-Metadata` of the first carries `sessionId` and `filename`. Once the last byte
 * has arrived the video is looked at and stored in the background: `getUpload` tells what comes of it.
 */
export const createUpload = endpoint('POST /api/uploads', {
  access: staff,
  changes: ['upload'],
  summary: 'Begin a resumable upload (tus 1.0.0)',
  body: 'bytes',
  wire: {
    headers: {
      ...tusVersion,
      'Upload-Length': 'Bytes of the whole file',
      'Upload-Metadata':
        '`sessionId` and `filename`, each before its value in base64, separated by a comma',
    },
    sends: bytesOfUpload,
    answers: {
      201: {
        says: 'It has begun',
        headers: { ...tusVersion, Location: 'The address of the upload' },
      },
    },
  },
  refuses: ['not-found', 'conflict', 'unprocessable'],
  response: 'bytes',
})
export const getUploadOffset = endpoint('HEAD /api/uploads/{uploadId}', {
  access: staff,
  shows: ['upload'],
  summary: 'How much of an upload has arrived (tus 1.0.0)',
  params: uploadId,
  wire: {
    headers: tusVersion,
    answers: {
      200: {
        says: 'How much has arrived',
        headers: { ...tusVersion, ...arrivedSoFar, 'Upload-Length': 'Bytes of the whole file' },
      },
    },
  },
  refuses: ['conflict', 'unprocessable'],
  response: 'bytes',
})
export const continueUpload = endpoint('PATCH /api/uploads/{uploadId}', {
  access: staff,
  changes: ['upload', 'session'],
  summary: 'Send more of an upload (tus 1.0.0)',
  params: uploadId,
  body: 'bytes',
  wire: {
    headers: { ...tusVersion, 'Upload-Offset': 'The byte with which the body begins' },
    sends: bytesOfUpload,
    answers: { 204: { says: 'It has arrived', headers: { ...tusVersion, ...arrivedSoFar } } },
  },
  refuses: ['conflict', 'unprocessable'],
  response: 'bytes',
})
export const cancelUpload = endpoint('DELETE /api/uploads/{uploadId}', {
  access: staff,
  changes: ['upload'],
  summary: 'Give an upload up and remove what has arrived (tus 1.0.0)',
  params: uploadId,
  wire: { headers: tusVersion, answers: { 204: { says: 'It is gone', headers: tusVersion } } },
  response: 'bytes',
})

/** How a file is answered: whole, in part, or not again (RFC 9110, sections 13 and 14). */
const fileOf = (type: string): Wire => {
  const headers = { ETag: 'Names this content and no other', 'Accept-Ranges': 'bytes' }
  const part = { 'Content-Range': 'Which bytes of how many' }
  return {
    answers: {
      200: { says: 'The whole file', type, headers },
      206: { says: 'The part that `Range` asks for', type, headers: { ...headers, ...part } },
      304: { says: 'What `If-None-Match` names has not changed', headers },
      416: { says: 'Nothing of what `Range` asks for exists', headers: part },
    },
  }
}

export const getRecording = endpoint('GET /api/sessions/{id}/recording', {
  access: staff,
  shows: ['session'],
  summary: 'The video of a session; honours Range',
  params: sessionId,
  /** `through`: by this server, also where its storage plays by links. */
  query: z.object({
    download: z.literal('1').optional(),
    through: z.literal('server').optional(),
  }),
  wire: {
    answers: {
      ...fileOf('video/*').answers,
      302: {
        says: 'Where its storage plays by links: a link to it that lasts minutes',
        headers: { Location: 'The link' },
      },
    },
  },
  response: 'bytes',
})

export const getPoster = endpoint('GET /api/sessions/{id}/recording/poster', {
  access: staff,
  shows: ['session'],
  summary: 'A still picture of the video',
  params: sessionId,
  wire: fileOf('image/jpeg'),
  response: 'bytes',
})

/** "Open Direct": seconds for which the link works. */
export const directLinkSeconds = 300
export const createDirectLink = endpoint('POST /api/sessions/{id}/recording/link', {
  access: staff,
  changes: [],
  summary: 'A signed link to the video that works for five minutes without signing in',
  params: sessionId,
  response: z.object({ url: z.string(), expiresAt: z.string() }),
})
/** Seconds since 1970, up to the year 2200. */
const latestSecond = 7_258_118_400

export const openDirectLink = endpoint('GET /api/recordings/{recordingId}', {
  access: 'public',
  shows: ['session'],
  summary: 'The video behind a signed link; honours Range',
  params: z.object({ recordingId: rowId() }),
  query: z.object({ expires: wholeNumber(0, latestSecond), signature: line(200) }),
  wire: fileOf('video/*'),
  refuses: ['not-allowed'],
  response: 'bytes',
})
