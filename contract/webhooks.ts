import { z } from 'zod'
import { line, verbatim } from './bounds.ts'
import { endpoint } from './endpoint.ts'

/** Bytes of a call: four hours of speech with the time of each word have less. */
const callBytes = 12 * 1024 * 1024
const name = line(200).nullish()

/** As ElevenLabs sends it. The transcript in it is not read: it is asked for where it was begun. */
export const elevenlabsCall = endpoint('POST /api/webhook/elevenlabs', {
  access: 'signed-webhook',
  changes: ['session'],
  summary: 'ElevenLabs has transcribed a recording, or failed to.',
  bodyBytes: callBytes,
  besideTextsBytes: callBytes,
  body: z.object({
    type: line(100),
    data: z.object({
      request_id: name,
      /** What was sent with the recording, as it was or as text. */
      webhook_metadata: z.union([z.object({ reference: name }), verbatim(20_000)]).nullish(),
      transcription: z.object({ transcription_id: name }).nullish(),
    }),
  }),
  response: z.object({ received: z.literal(true) }),
})
