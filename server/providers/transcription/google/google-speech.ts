import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { jsonBody, bytesBody } from '../../../platform/outbound/request-body.ts'
import { NotFound, Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import type { Settings } from '../../provider.ts'
import { createAccessTokens } from '../../google/access-token.ts'
import { extractAudio } from '../audio/extract-audio.ts'
import { type AudioOptions, analyzeAudio, progressAfterAnalysis } from '../chunks/analyze-audio.ts'
import { toTranscript } from '../chunks/segments.ts'
import { mergeSpeakerLabels, assignSpeakers } from '../chunks/speakers.ts'
import { placeInRecording, type Spoken } from '../chunks/spoken.ts'
import type { Transcriber } from '../transcriber.ts'
import { findFailure, type Operation, parseResults, operationName } from './answers.ts'
import { type AuthorizedSend, type CallOptions, createBucket } from './bucket.ts'
import { createRecognition } from './recognition.ts'
import { language } from '#contract/transcriptions/transcription-hints.ts'

type Needs = AudioOptions & { outboundClient: OutboundClient; keyDir: string }

const askAgainMs = 15_000
const cleanUpMs = 60_000
/** Per chunk. */
const maxAttempts = 3
const scopes = ['https://www.googleapis.com/auth/cloud-platform']

/**
 * Google Speech-to-Text v2 (batchRecognize): transcribes chunks of up to 20 minutes in a bucket. The plan next to them
 * records started operations so that none starts twice. All is deleted afterwards.
 */
export function googleSpeech(
  {
    projectId = '',
    keyFilePath = '',
    bucketName,
    location = 'eu',
    languageCode = 'en-US',
    model = 'chirp_3',
  }: Settings,
  { outboundClient, keyDir, ...audioOptions }: Needs,
) {
  const { label } = outboundClient
  const token = createAccessTokens({ outboundClient, keyDir, keyFilePath, scopes })
  const send: AuthorizedSend = async (request, options) =>
    outboundClient.send({
      purpose: 'transcription',
      ...request,
      ...options,
      headers: { authorization: `Bearer ${await token(options.signal)}` },
    })
  const recognition = createRecognition(outboundClient, send, {
    projectId,
    location,
    languageCode,
    model,
  })

  /** The location of a job: the bucket that was configured when it started. */
  function storedAt(externalId: string, purpose = 'sound for a transcription') {
    const [bucket = '', id = ''] = externalId.split('/')
    const folder = `maylab-transcriptions/${id}`
    return {
      bucket: createBucket(outboundClient, send, { bucketName: bucket, purpose }),
      folder: `${folder}/`,
      audioFolder: `${folder}/sound/`,
      planFile: `${folder}/plan.json`,
    }
  }
  function newExternalId(reference: string) {
    if (!bucketName)
      throw new Rejected(
        'no-bucket',
        `${label} needs a bucket of Google Cloud Storage. An administrator enters it in its settings.`,
      )
    return `${bucketName}/${reference}-${randomUUID()}`
  }

  async function upload(externalId: string, path: string, job: Plan, options: CallOptions) {
    const { bucket, folder, planFile } = storedAt(externalId)
    try {
      for (const { audio, ...range } of job.chunks) {
        const bytes = await extractAudio(path, range, 'ogg', options.signal)
        await bucket.put(audio, bytesBody(bytes, 'audio/ogg'), options)
      }
      await bucket.put(planFile, jsonBody(job), options)
    } catch (error) {
      // After a cancellation the job may be deleted before the last upload arrives. The first error is the one to show.
      const later = { ...options, signal: AbortSignal.timeout(cleanUpMs) }
      await bucket.removeAll(folder, later).catch(() => {})
      throw error
    }
  }

  /** Saves each operation before starting the next. */
  async function beginChunks(externalId: string, job: Plan, options: CallOptions) {
    const { bucket, planFile } = storedAt(externalId)
    for (const chunk of job.chunks) {
      if (chunk.operation) continue
      chunk.operation = await recognition.begin(bucket.uriOf(chunk.audio), job, options)
      chunk.attempts++
      await bucket.put(planFile, jsonBody(job), options)
    }
  }

  /** Restarts chunks that failed temporarily. */
  async function getOperations(externalId: string, job: Plan, options: CallOptions) {
    const operations: Operation[] = []
    let temporaryFailure: string | undefined
    for (const chunk of job.chunks) {
      const operation = await recognition.get(chunk.operation!, options)
      operations.push(operation)
      const failure = findFailure(operation)
      if (!failure) continue
      const message = `${label} says: ${outboundClient.redact(failure.message)}`
      if (!failure.isTemporary || chunk.attempts >= maxAttempts)
        throw new Rejected('refused', message)
      temporaryFailure = message
      delete chunk.operation
    }
    if (temporaryFailure === undefined) return operations
    const { bucket, planFile } = storedAt(externalId)
    await bucket.put(planFile, jsonBody(job), options)
    throw new Unavailable(temporaryFailure)
  }

  function unreadable(): never {
    throw new Unavailable(`${label} sent a response that could not be read.`)
  }

  return {
    maxConcurrent: 2,
    async begin(path, options) {
      const { reference, signal, sessionId, language, terms } = options
      const externalId = newExternalId(reference)
      const { stretches, isSilent, ...audio } = await analyzeAudio(path, options, {
        ...audioOptions,
        voicesNeeded: 'always',
      })
      if (isSilent) return { transcript: joinTranscript({ ...audio, chunks: [] }, []) }
      options.onProgress(progressAfterAnalysis, `Waiting for ${label}`)
      const { audioFolder } = storedAt(externalId)
      const chunks = stretches.map((stretch, index) => ({
        ...stretch,
        audio: `${audioFolder}${index + 1}.ogg`,
        attempts: 0,
      }))
      await options.recordExternalId(externalId)
      const job = { ...audio, chunks, language, terms: terms && [...terms] }
      await upload(externalId, path, job, { sessionId, signal })
      return { externalId, askAgainMs: 0 }
    },
    async collect(externalId, options) {
      const { bucket, planFile } = storedAt(externalId)
      const job = await bucket.read(planFile, plan, options)
      if (!job) throw new NotFound()
      await beginChunks(externalId, job, options)
      const operations = await getOperations(externalId, job, options)
      if (!operations.every(({ done }) => done))
        return { progress: progressAfterAnalysis + getProgress(operations), askAgainMs }
      const results = operations.map((it) => parseResults(it) ?? unreadable())
      return { transcript: joinTranscript(job, results) }
    },
    async forget(externalId, signal) {
      const { bucket, folder, audioFolder, planFile } = storedAt(externalId, 'removal of sound')
      // Audio first, in case a later step fails.
      await bucket.removeAll(audioFolder, { signal })
      const job = await bucket.read(planFile, plan, { signal })
      for (const { operation } of job?.chunks ?? [])
        if (operation) await recognition.remove(operation, { signal })
      await bucket.removeAll(folder, { signal })
    },
    async test(signal: AbortSignal) {
      const { bucket, folder } = storedAt(newExternalId('test'), 'connection test')
      await bucket.put(`${folder}test.txt`, bytesBody('A test.', 'text/plain'), {
        sessionId: null,
        signal,
      })
      await bucket.removeAll(folder, { signal })
      await recognition.test(signal)
      return `${label} responds, and files can be stored in the bucket ${bucketName} and deleted.`
    },
  } satisfies Transcriber & { test: unknown }
}

/** Uses the speakers of the service if there are any, otherwise those detected locally. */
function joinTranscript({ chunks, turns, ...job }: Plan, results: readonly Spoken[][]) {
  const spoken = chunks.map((chunk, index) => placeInRecording(results[index] ?? [], chunk))
  const hasSpeakers = spoken.flat().every(({ label }) => label !== undefined)
  return toTranscript(
    hasSpeakers ? mergeSpeakerLabels(spoken, turns) : assignSpeakers(spoken.flat(), turns),
    { ...job, stated: job.stated },
    {
      engine: 'google-speech',
      language: job.language,
      areVoicesUncertain: job.isUncertain && (!hasSpeakers || chunks.length > 1),
    },
  )
}

/** The mean progress of the operations, without the analysis. */
function getProgress(operations: readonly Operation[]) {
  const percents = operations.map(({ done, metadata }) =>
    done ? 100 : (metadata?.progressPercent ?? 0),
  )
  const share = percents.reduce((sum, it) => sum + it, 0) / (100 * percents.length)
  return (1 - progressAfterAnalysis) * 0.99 * Math.min(1, share)
}

const range = z.object({ start: z.number(), end: z.number() })

/** A transcription job, stored next to its audio because another process may poll it. */
const plan = z.object({
  chunks: z
    .array(
      range.extend({
        /** Object name. */
        audio: z.string(),
        /** Undefined until the operation has started. */
        operation: operationName.optional(),
        attempts: z.number(),
      }),
    )
    .max(100),
  turns: z.array(range.extend({ speaker: z.number() })),
  isUncertain: z.boolean(),
  duration: z.number(),
  peak: z.number(),
  language: language.optional(),
  terms: z.array(z.string()).optional(),
  stated: z.object({ duration: z.number(), isCutOff: z.boolean() }).optional(),
})
type Plan = z.infer<typeof plan>
