import { randomUUID } from 'node:crypto'
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { jsonBody, bytesBody } from '../../../platform/outbound/request-body.ts'
import { NotFound, Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { createAccessTokens } from '../../google/access-token.ts'
import { type AudioOptions, analyzeAudio, progressAfterAnalysis } from '../chunks/analyze-audio.ts'
import { extractAudio } from '../audio/extract-audio.ts'
import type { TranscribeOptions, Transcriber } from '../transcriber.ts'
import { failureOf, type Operation, parseResults } from './answers.ts'
import { createBucket } from './bucket.ts'
import { type Plan, plan } from './plan.ts'
import { createRecognition } from './recognition.ts'
import { transcriptOf } from './transcript.ts'

type Settings = {
  projectId: string
  keyFilePath: string
  bucketName: string | undefined
  location?: string | undefined
  languageCode?: string | undefined
  model?: string | undefined
}
type Needs = AudioOptions & { outboundClient: OutboundClient; keyDir: string; askAgainMs?: number }
type Asked = Pick<TranscribeOptions, 'sessionId' | 'signal'>

const usual = { location: 'eu', languageCode: 'en-US', model: 'chirp_3' }
const maxConcurrent = 2
/** Milliseconds. */
const usualAskAgainMs = 15_000
const cleaningMs = 60_000
/** How often a piece is begun that Google did not get through with. */
const mostTries = 3
const scopes = ['https://www.googleapis.com/auth/cloud-platform']

/**
 * Speech to text at Google (Speech-to-Text v2, batchRecognize): it hears what lies in a bucket, in pieces below its twenty
 * minutes, and is asked until it is done. What is to be heard stands beside the sound, with what was begun of it, so that
 * nothing is begun twice; all of it is removed afterwards. Protocol facts, sections 4.5 and 4.7.
 */
export function googleSpeech(
  { projectId, keyFilePath, bucketName, ...more }: Settings,
  { outboundClient, keyDir, askAgainMs = usualAskAgainMs, ...listening }: Needs,
) {
  const { location = usual.location, languageCode = usual.languageCode, model = usual.model } = more
  const token = createAccessTokens({ outboundClient, keyDir, keyFilePath, scopes })
  const recognition = createRecognition({
    outboundClient,
    token,
    projectId,
    location,
    languageCode,
    model,
  })

  /** What is kept of one recording: in the bucket of its own name, whichever is set by now. */
  function kept(externalId: string, purpose = 'sound for a transcription') {
    const [named = '', id = ''] = externalId.split('/')
    const folder = `maylab-transcriptions/${id}`
    return {
      bucket: createBucket({ outboundClient, token, bucketName: named, purpose }),
      ...{ folder: `${folder}/`, sounds: `${folder}/sound/`, planFile: `${folder}/plan.json` },
    }
  }
  function nameFor(reference: string) {
    if (!bucketName)
      throw new Rejected(
        'no-bucket',
        `${outboundClient.label} hears recordings in a bucket of Google Cloud Storage. An administrator names one in its settings.`,
      )
    return `${bucketName}/${reference}-${randomUUID()}`
  }

  async function upload(externalId: string, path: string, begun: Plan, of: Asked) {
    const { bucket, folder, planFile } = kept(externalId)
    try {
      for (const { sound, ...stretch } of begun.pieces)
        await bucket.put(
          sound,
          bytesBody(await extractAudio(path, stretch, 'ogg', of.signal), 'audio/ogg'),
          of,
        )
      await bucket.put(planFile, jsonBody(begun), of)
    } catch (error) {
      // Where it was called off, others may have removed all of it before the last piece came.
      const cleaning = { ...of, signal: AbortSignal.timeout(cleaningMs) }
      await bucket.removeAll(folder, cleaning).catch(() => {})
      throw error
    }
  }

  /** Begins what is not begun yet, and writes each down at once. */
  async function beginRest(externalId: string, begun: Plan, of: Asked) {
    const { bucket, planFile } = kept(externalId)
    for (const piece of begun.pieces) {
      if (piece.operation) continue
      piece.operation = await recognition.begin(bucket.uriOf(piece.sound), begun, of)
      piece.tries++
      await bucket.put(planFile, jsonBody(begun), of)
    }
  }

  /** How each piece stands. One that Google did not get through with is begun again when it is asked for the next time. */
  async function statesOf(externalId: string, begun: Plan, of: Asked) {
    const states: Operation[] = []
    let unlucky: string | undefined
    for (const piece of begun.pieces) {
      const state = await recognition.state(piece.operation!, of)
      states.push(state)
      const failed = failureOf(state)
      if (!failed) continue
      const sentence = `${outboundClient.label} says: ${outboundClient.redact(failed.words)}`
      if (!failed.isPassing || piece.tries >= mostTries) throw new Rejected('refused', sentence)
      unlucky = sentence
      delete piece.operation
    }
    if (unlucky === undefined) return states
    const { bucket, planFile } = kept(externalId)
    await bucket.put(planFile, jsonBody(begun), of)
    throw new Unavailable(unlucky)
  }

  function unreadable(): never {
    throw new Unavailable(`${outboundClient.label} sent a response that could not be read.`)
  }

  return {
    maxConcurrent,
    async begin(path, options) {
      const { reference, signal, sessionId, onProgress, recordExternalId, language, terms } =
        options
      const externalId = nameFor(reference)
      const heard = await analyzeAudio(path, options, { ...listening, voicesNeeded: 'always' })
      const { stretches, isSilent, ...rest } = heard
      if (isSilent) return { transcript: transcriptOf({ ...rest, pieces: [] }, []) }
      onProgress(progressAfterAnalysis, `Waiting for ${outboundClient.label}`)
      const { sounds } = kept(externalId)
      const pieces = stretches.map((stretch, index) => ({
        ...{ ...stretch, sound: `${sounds}${index + 1}.ogg`, tries: 0 },
      }))
      await recordExternalId(externalId)
      await upload(
        externalId,
        path,
        { ...rest, pieces, language, terms: terms && [...terms] },
        { sessionId, signal },
      )
      return { externalId, askAgainMs: 0 }
    },
    async collect(externalId, of) {
      const { bucket, planFile } = kept(externalId)
      const begun = await bucket.read(planFile, plan, of)
      if (!begun) throw new NotFound()
      await beginRest(externalId, begun, of)
      const states = await statesOf(externalId, begun, of)
      if (!states.every(({ done }) => done))
        return { progress: progressAfterAnalysis + progressOf(states), askAgainMs }
      return {
        transcript: transcriptOf(
          begun,
          states.map((it) => parseResults(it) ?? unreadable()),
        ),
      }
    },
    async forget(externalId, signal) {
      const { bucket, folder, sounds, planFile } = kept(externalId, 'removal of sound')
      // The sound goes first, whatever becomes of the rest.
      await bucket.removeAll(sounds, { signal })
      const begun = await bucket.read(planFile, plan, { signal })
      for (const { operation } of begun?.pieces ?? [])
        if (operation) await recognition.discard(operation, { signal })
      await bucket.removeAll(folder, { signal })
    },
    async test(signal: AbortSignal) {
      const { bucket, folder } = kept(nameFor('test'), 'connection test')
      await bucket.put(`${folder}test.txt`, bytesBody('A test.', 'text/plain'), { signal })
      await bucket.removeAll(folder, { signal })
      await recognition.test(signal)
      return `${outboundClient.label} answers. The bucket ${bucketName} takes sound and lets it be removed.`
    },
  } satisfies Transcriber & { test: unknown }
}

/** How far it is with all of them, of what is left behind the listening. */
function progressOf(states: readonly Operation[]) {
  const percents = states.map(({ done, metadata }) =>
    done ? 100 : (metadata?.progressPercent ?? 0),
  )
  const share = percents.reduce((sum, it) => sum + it, 0) / (100 * percents.length)
  return (1 - progressAfterAnalysis) * 0.99 * Math.min(1, share)
}
