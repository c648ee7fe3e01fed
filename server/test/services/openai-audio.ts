import { json, localService } from '../local-service.ts'
import { type Form, formIn } from './form-data.ts'

/** A line said in a recording: seconds and speakers of the whole recording. */
export type Line = { start: number; end: number; speaker: string; text: string }

/**
 * A fake of OpenAI's audio API as documented, and as self-hosted servers implement it:
 *
 *     POST /v1/audio/transcriptions   multipart: file, model, response_format, timestamp_granularities[], chunking_strategy
 *     GET  /v1/models
 *
 * `whisper-1` returns verbose_json with words and segments, `gpt-4o-transcribe` only text, `gpt-4o-transcribe-diarize`
 * diarized_json with speakers A, B and so on in order of appearance in that file. `hear` supplies the lines.
 */
export async function openaiAudio({
  apiKey,
  models = ['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-transcribe-diarize'],
  formats = ['json', 'verbose_json', 'diarized_json'],
  hear,
}: {
  /** Not needed by self-hosted servers. */
  apiKey?: string
  models?: string[]
  formats?: string[]

  hear: (file: Buffer) => Promise<Line[]>
}) {
  const files: { name: string; bytes: Buffer; form: Form }[] = []
  const service = await localService(async (call, response) => {
    const refuse = (status: number, message: string, code: string | null = null) =>
      json(response, status, {
        error: { message, type: 'invalid_request_error', param: null, code },
      })
    if (apiKey && call.headers.authorization !== `Bearer ${apiKey}`)
      return refuse(
        401,
        `Incorrect API key provided: ${call.headers.authorization?.replace('Bearer ', '') ?? ''}. You can find your API key at https://platform.openai.com/account/api-keys.`,
        'invalid_api_key',
      )
    if (call.method === 'GET' && call.path === '/v1/models')
      return json(response, 200, {
        object: 'list',
        data: models.map((id) => ({ id, object: 'model', owned_by: 'openai' })),
      })
    if (call.method !== 'POST' || call.path !== '/v1/audio/transcriptions')
      return refuse(404, `Invalid URL (${call.method} ${call.path})`)
    const form = formIn(call)
    const [model = '', format = 'json'] = [form.text('model'), form.text('response_format')]
    const file = form.file('file')
    if (!file) return refuse(400, 'you must provide a file')
    if (!/\.(flac|mp3|mp4|mpeg|mpga|m4a|ogg|wav|webm)$/.test(file.name))
      return refuse(400, 'Invalid file format.')
    if (file.bytes.length > 25 * 1024 * 1024)
      return refuse(413, 'Maximum content size limit (26214400) exceeded.')
    if (!models.includes(model)) return refuse(404, `The model '${model}' does not exist`)
    const knows = formatsOf(model)
    if (!formats.includes(format) || !knows.includes(format))
      return refuse(400, `response_format '${format}' is not compatible with model '${model}'.`)
    const heard = await hear(file.bytes)
    files.push({ ...file, form })
    const seconds = Math.max(0, ...heard.map(({ end }) => end))
    if (model !== 'whisper-1' && seconds > 1400)
      return refuse(
        400,
        `audio duration ${seconds} seconds is longer than 1400 seconds which is the maximum for this model`,
        'invalid_value',
      )
    if (model.includes('diarize') && seconds > 30 && !form.text('chunking_strategy'))
      return refuse(400, 'chunking_strategy is required for diarization models')
    return json(response, 200, answerIn(format, heard))
  })
  return { ...service, files }
}

const formatsOf = (model: string) => {
  if (model.includes('diarize')) return ['json', 'diarized_json']
  return model.startsWith('gpt-4o') ? ['json'] : ['json', 'verbose_json']
}

function answerIn(format: string, heard: readonly Line[]) {
  const text = heard.map((line) => line.text).join(' ')
  const duration = heard.at(-1)?.end ?? 0
  if (format === 'json') return { text, usage: { type: 'duration', seconds: Math.ceil(duration) } }
  if (format === 'diarized_json') {
    const names = [...new Set(heard.map(({ speaker }) => speaker))]
    return {
      ...{ task: 'transcribe', duration, text },
      segments: heard.map(({ speaker, ...line }, id) => ({
        ...line,
        id: `seg_${id}`,
        type: 'transcript.text.segment',
        speaker: String.fromCodePoint(65 + names.indexOf(speaker)),
      })),
    }
  }
  return {
    ...{ task: 'transcribe', language: 'english', duration, text },
    segments: heard.map(({ start, end, text: said }, id) => ({
      ...{ id, seek: 0, start, end, text: ` ${said}`, tokens: [], temperature: 0 },
      ...{ avg_logprob: -0.2, compression_ratio: 1.4, no_speech_prob: 0.01 },
    })),
    words: heard.flatMap(wordsOf),
  }
}

/** Splits a line into words of equal length without punctuation. */
function wordsOf({ start, end, text }: Line) {
  const words = text.split(' ')
  const each = (end - start) / words.length
  return words.map((word, index) => ({
    word: word.replaceAll(/[.,?!]/g, ''),
    start: start + index * each,
    end: start + (index + 1) * each,
  }))
}
