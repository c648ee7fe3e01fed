import { z } from 'zod'
import { line, verbatim } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'

/** More than four hours of speech with word times. */
const callBytes = 12 * 1024 * 1024
const name = line(200).nullish()

/** Only the ids are read; the transcript is fetched from the API. */
export const elevenlabsCall = endpoint('POST /api/webhook/elevenlabs', {
  access: 'signed-webhook',
  changes: ['session'],
  summary: 'ElevenLabs reports the end of a transcription',
  bodyBytes: callBytes,
  besideTextsBytes: callBytes,
  body: z.object({
    type: line(100),
    data: z.object({
      request_id: name,
      /** Our metadata, as an object or as JSON text. */
      webhook_metadata: z.union([z.object({ reference: name }), verbatim(20_000)]).nullish(),
      transcription: z.object({ transcription_id: name }).nullish(),
    }),
  }),
  response: z.object({ received: z.literal(true) }),
})
