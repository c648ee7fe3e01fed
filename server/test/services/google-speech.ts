import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { type Call, json, localService } from '../local-service.ts'
import type { gcsService } from './gcs.ts'
import type { Line } from './openai-audio.ts'

const asked = z.object({
  config: z.object({
    autoDecodingConfig: z.object({}),
    model: z.enum(['chirp_3', 'long']),
    languageCodes: z.array(z.string()).length(1),
    features: z.object({
      enableWordTimeOffsets: z.boolean().optional(),
      enableWordConfidence: z.boolean().optional(),
      enableAutomaticPunctuation: z.boolean().optional(),
      diarizationConfig: z.object({}).optional(),
    }),
    adaptation: z
      .strictObject({
        phraseSets: z.array(
          z.strictObject({
            inlinePhraseSet: z.strictObject({
              phrases: z.array(z.strictObject({ value: z.string() })),
            }),
          }),
        ),
      })
      .optional(),
  }),
  /** Inline results allow only one file. */
  files: z.array(z.object({ uri: z.string().startsWith('gs://') })).length(1),
  recognitionOutputConfig: z.object({ inlineResponseConfig: z.object({}) }),
})
type Asked = z.infer<typeof asked>
type Status = { code: number; message: string }
type Operation = { asked: Asked; percent: number; results: object; error?: Status }

/** Languages with speaker diarization. */
const withNames = ['en-US', 'de-DE']
const longest = { name: '20 minutes with word time offsets', seconds: 1200 }
const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  404: 'NOT_FOUND',
}

/**
 * A fake of Google Speech-to-Text v2 (REST), with a bearer token of a service account:
 *
 *     POST   /v2/projects/{project}/locations/{location}/recognizers/_:batchRecognize
 *     GET    /v2/projects/{project}/locations/{location}/recognizers
 *     GET    /v2/projects/{project}/locations/{location}/operations/{id}
 *     POST   /v2/projects/{project}/locations/{location}/operations/{id}:cancel
 *     DELETE /v2/projects/{project}/locations/{location}/operations/{id}
 *
 * Transcribes one object of a bucket in an operation, which is done when it is first polled; after `takesItsTime` it
 * stays at that percentage until `finish`. Errors are `{ error: { code, message, status } }`.
 */
export async function googleSpeechService({
  gcs,
  hear,
}: {
  gcs: Awaited<ReturnType<typeof gcsService>>
  hear: (file: Buffer) => Promise<Line[]>
}) {
  const operations = new Map<string, Operation>()
  /** All requests received. */
  const batches: Asked[] = []
  let percentNow = 100

  const refuse = (response: ServerResponse, code: number, message: string) =>
    json(response, code, { error: { code, message, status: statuses[code] } })

  const service = await localService(async (call, response) => {
    const { method, path, headers } = call
    if (!gcs.tokens.isGood(headers.authorization))
      return refuse(response, 401, 'Request had invalid authentication credentials.')
    const [, place = '', rest = ''] =
      /^\/v2\/(projects\/[^/]+\/locations\/[^/]+)\/(.+)$/.exec(path) ?? []
    if (method === 'POST' && rest === 'recognizers/_:batchRecognize')
      return recognize(place, call, response)
    if (method === 'GET' && rest === 'recognizers') return json(response, 200, {})
    const [, id = '', cancels] = /^operations\/([\w-]+)(:cancel)?$/.exec(rest) ?? []
    const name = `${place}/operations/${id}`
    const operation = operations.get(name)
    if (!operation) return refuse(response, 404, `Operation not found: ${id}`)
    if (method === 'DELETE') operations.delete(name)
    if (method === 'POST' && cancels) {
      if (operation.percent === 100) return refuse(response, 400, 'Operation is already done.')
      Object.assign(operation, { percent: 100, error: { code: 1, message: 'Cancelled.' } })
    }
    return json(response, 200, method === 'GET' ? stateOf(name, operation) : {})
  })

  async function recognize(place: string, { body }: Call, response: ServerResponse) {
    const { data, error } = asked.safeParse(JSON.parse(body.toString()))
    if (!data) return refuse(response, 400, `Invalid request: ${error.issues[0]?.path.join('.')}`)
    const { languageCodes, features } = data.config
    if (features.diarizationConfig && !languageCodes.every((it) => withNames.includes(it)))
      return refuse(response, 400, 'Recognizer does not support feature: speaker_diarization')
    batches.push(data)
    const name = `${place}/operations/${randomUUID()}`
    const operation = { asked: data, percent: percentNow, results: await heardIn(data) }
    operations.set(name, operation)
    return json(response, 200, stateOf(name, { ...operation, percent: 0 }))
  }

  /** The transcript or the error of each file. */
  async function heardIn({ config: { features }, files }: Asked) {
    const uri = files[0]?.uri ?? ''
    const object = gcs.objects.get(uri.replace(`gs://${gcs.bucket}/`, ''))
    if (!object)
      return { [uri]: { error: { code: 5, message: `The object ${uri} does not exist.` } } }
    const lines = await hear(object.content)
    if ((lines.at(-1)?.end ?? 0) > longest.seconds)
      return { [uri]: { error: { code: 3, message: `Audio is longer than ${longest.name}.` } } }
    const names = [...new Set(lines.map(({ speaker }) => speaker))]
    const results = lines.map((line) => ({
      alternatives: [
        {
          transcript: line.text,
          confidence: 0.97,
          words: wordsOf(line).map((it) => ({
            ...it,
            ...(features.diarizationConfig && {
              speakerLabel: String(names.indexOf(line.speaker) + 1),
            }),
          })),
        },
      ],
      resultEndOffset: `${line.end.toFixed(3)}s`,
      languageCode: 'en-us',
    }))
    // Without speech the transcript has no results.
    return { [uri]: { inlineResult: { transcript: results.length ? { results } : {} } } }
  }

  return {
    ...service,
    operations,
    batches,
    /** From now on operations stay at `percent` until `finish`. */
    takesItsTime: (percent: number) => void (percentNow = percent),
    finish() {
      percentNow = 100
      for (const it of operations.values()) it.percent = 100
    },
    /** Fails the running operations. */
    fail(error: Status) {
      for (const it of operations.values()) Object.assign(it, { percent: 100, error })
    },
    forgetAll() {
      service.forget()
      operations.clear()
      batches.length = 0
      percentNow = 100
    },
  }
}

const stateOf = (name: string, { percent, results, error }: Omit<Operation, 'asked'>) => ({
  name,
  metadata: { '@type': 'OperationMetadata', progressPercent: percent },
  // False fields are omitted.
  ...(percent === 100 && {
    done: true,
    ...(error ? { error } : { response: { '@type': 'BatchRecognizeResponse', results } }),
  }),
})

/** Splits a line into words of equal length. A zero start offset is omitted. */
function wordsOf({ start, end, text }: Line) {
  const words = text.split(' ')
  const each = (end - start) / words.length
  return words.map((word, index) => {
    const from = start + index * each
    return {
      word,
      ...(from > 0 && { startOffset: `${from.toFixed(3)}s` }),
      endOffset: `${(from + each).toFixed(3)}s`,
      confidence: 0.97,
    }
  })
}
