import type { Language } from '#contract/transcriptions/transcription-hints.ts'
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../../platform/outbound/request-body.ts'
import {
  acceptNotFound,
  errorMessageIn,
  type OutboundResponse,
  type Outcome,
} from '../../../platform/outbound/response.ts'
import { NotFound } from '../../../platform/jobs/errors.ts'
import type { Hints } from '../transcriber.ts'
import { locationIn, operation, type Operation } from './answers.ts'
import type { AuthorizedSend, CallOptions } from './bucket.ts'

type Recognizer = { projectId: string; location: string; languageCode: string; model: string }

/** Speech-to-Text v2: transcribes objects of a bucket in long-running operations. */
export function createRecognition(
  outboundClient: OutboundClient,
  send: AuthorizedSend,
  { projectId, location, ...config }: Recognizer,
) {
  const findOrigin = (place: string) =>
    outboundClient.baseUrl(`https://${place === 'global' ? '' : `${place}-`}speech.googleapis.com`)
  const recognizers = `${findOrigin(location)}/v2/projects/${encodeURIComponent(projectId)}/locations/${location}/recognizers`
  const buildUrl = (name: string) => `${findOrigin(locationIn(name))}/v2/${name}`

  const request = (uri: string, hints: Hints, hasSpeakers: boolean, options: CallOptions) =>
    send(
      {
        method: 'POST',
        url: `${recognizers}/_:batchRecognize`,
        body: jsonBody({
          config: buildConfig(config, hints, hasSpeakers),
          files: [{ uri }],
          recognitionOutputConfig: { inlineResponseConfig: {} },
        }),
        outcomeOf: (answer) => (hasSpeakers && rejectsSpeakers(answer) ? 'ok' : undefined),
      },
      options,
    )

  return {
    /** Returns the name of the operation. Omits speakers if the language does not support them. */
    async begin(uri: string, hints: Hints, options: CallOptions) {
      const first = await request(uri, hints, true, options)
      const answer = rejectsSpeakers(first) ? await request(uri, hints, false, options) : first
      return answer.json(operation).name
    },
    /** Throws NotFound. */
    async get(name: string, options: CallOptions): Promise<Operation> {
      const answer = await send(
        { method: 'GET', url: buildUrl(name), outcomeOf: acceptNotFound },
        options,
      )
      if (answer.status === 404) throw new NotFound()
      return answer.json(operation)
    },
    /** Cancels it and deletes its transcript. */
    async remove(name: string, options: CallOptions) {
      const purpose = 'removal of a transcript'
      const url = buildUrl(name)
      const answer = await send({ purpose, method: 'GET', url, outcomeOf: acceptNotFound }, options)
      if (answer.status === 404) return
      if (!answer.json(operation).done)
        await send(
          {
            purpose,
            method: 'POST',
            url: `${url}:cancel`,
            body: jsonBody({}),
            outcomeOf: acceptEnded,
          },
          // It sends nothing of the client, and needs no consent: a withdrawal cancels too.
          { ...options, sessionId: null },
        )
      await send({ purpose, method: 'DELETE', url, outcomeOf: acceptNotFound }, options)
    },
    async test(signal: AbortSignal) {
      const url = `${recognizers}?pageSize=1`
      await send({ purpose: 'connection test', method: 'GET', url }, { signal })
    },
  }
}

const buildConfig = (
  { model, languageCode }: Pick<Recognizer, 'model' | 'languageCode'>,
  { language, terms = [] }: Hints,
  hasSpeakers: boolean,
) => ({
  autoDecodingConfig: {},
  model,
  languageCodes: [language ? findLocale(language, languageCode) : languageCode],
  features: {
    enableWordTimeOffsets: true,
    enableWordConfidence: true,
    enableAutomaticPunctuation: true,
    ...(hasSpeakers && { diarizationConfig: {} }),
  },
  ...(terms.length > 0 && {
    adaptation: {
      phraseSets: [{ inlinePhraseSet: { phrases: terms.map((value) => ({ value })) } }],
    },
  }),
})

/** Google requires a country: the configured one for the same language, otherwise the largest. */
function findLocale(language: Language, languageCode: string) {
  if (new Intl.Locale(languageCode).language === language) return languageCode
  return `${language}-${new Intl.Locale(language).maximize().region}`
}

/** Matches "Recognizer does not support feature: speaker_diarization". */
const rejectsSpeakers = (answer: OutboundResponse) =>
  answer.status === 400 && /diari[sz]ation/i.test(errorMessageIn(answer) ?? '')
/** The operation may have ended, or not support cancelling. */
const acceptEnded = ({ status }: OutboundResponse): Outcome | undefined =>
  [400, 404, 501].includes(status) ? 'ok' : undefined
