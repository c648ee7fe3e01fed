import {
  type OutboundResponse,
  type Outcome,
  errorMessageIn,
} from '../../../platform/outbound/response.ts'
import type { OutboundClient, OutboundRequest } from '../../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../../platform/outbound/request-body.ts'
import { NotFound } from '../../../platform/jobs/errors.ts'
import type { Language } from '#contract/transcription-hints.ts'
import type { Hints } from '../transcriber.ts'
import { locationIn, operation, type Operation } from './answers.ts'

type Needs = {
  outboundClient: OutboundClient
  token: (signal: AbortSignal) => Promise<string>
  projectId: string
  location: string
  languageCode: string
  model: string
}
type Of = { signal: AbortSignal; sessionId?: string | undefined }

/** Speech-to-Text v2: hears what lies in a bucket, in operations that go on there. */
export function createRecognition({ outboundClient, token, projectId, location, ...heard }: Needs) {
  const originOf = (place: string) =>
    outboundClient.baseUrl(`https://${place === 'global' ? '' : `${place}-`}speech.googleapis.com`)
  const recognizers = `${originOf(location)}/v2/projects/${encodeURIComponent(projectId)}/locations/${location}/recognizers`
  const at = (name: string) => `${originOf(locationIn(name))}/v2/${name}`
  const call = async (
    asked: Omit<OutboundRequest, 'signal' | 'headers' | 'purpose'> & { purpose?: string },
    of: Of,
  ) =>
    outboundClient.send({
      ...{ purpose: 'transcription', ...asked, ...of },
      headers: { authorization: `Bearer ${await token(of.signal)}` },
    })

  const ask = (uri: string, hints: Hints, hasNames: boolean, of: Of) =>
    call(
      {
        method: 'POST',
        url: `${recognizers}/_:batchRecognize`,
        body: jsonBody({
          config: configOf(heard, hints, hasNames),
          files: [{ uri }],
          recognitionOutputConfig: { inlineResponseConfig: {} },
        }),
        outcomeOf: (answer) => (hasNames && isWithoutNames(answer) ? 'ok' : undefined),
      },
      of,
    )

  return {
    /** Has an object heard, with its speakers where they are told in this language; answers how that is called. */
    async begin(uri: string, hints: Hints, of: Of) {
      const first = await ask(uri, hints, true, of)
      const answer = isWithoutNames(first) ? await ask(uri, hints, false, of) : first
      return answer.json(operation).name
    },
    /** Throws NotFound where it is not known any more. */
    async state(name: string, of: Of): Promise<Operation> {
      const answer = await call({ method: 'GET', url: at(name), outcomeOf: goneIsGood }, of)
      if (answer.status === 404) throw new NotFound()
      return answer.json(operation)
    },
    /** Nobody needs it any more: it ends, and its text is removed. */
    async discard(name: string, of: Of) {
      const purpose = 'removal of a transcript'
      const asked = { url: at(name), outcomeOf: goneIsGood, purpose }
      const answer = await call({ ...asked, method: 'GET' }, of)
      if (answer.status === 404) return
      if (!answer.json(operation).done)
        await call(
          {
            ...{ purpose, method: 'POST', url: `${at(name)}:cancel` },
            ...{ body: jsonBody({}), outcomeOf: endedIsGood },
          },
          of,
        )
      await call({ ...asked, method: 'DELETE' }, of)
    },
    async test(signal: AbortSignal) {
      const url = `${recognizers}?pageSize=1`
      await call({ purpose: 'connection test', method: 'GET', url }, { signal })
    },
  }
}

const configOf = (
  { model, languageCode }: Pick<Needs, 'model' | 'languageCode'>,
  { language, terms = [] }: Hints,
  hasNames: boolean,
) => ({
  autoDecodingConfig: {},
  model,
  languageCodes: [language ? localeOf(language, languageCode) : languageCode],
  features: {
    enableWordTimeOffsets: true,
    enableWordConfidence: true,
    enableAutomaticPunctuation: true,
    ...(hasNames && { diarizationConfig: {} }),
  },
  ...(terms.length > 0 && {
    adaptation: {
      phraseSets: [{ inlinePhraseSet: { phrases: terms.map((value) => ({ value })) } }],
    },
  }),
})

/** Google wants a country too: that of its settings where they have the language, else where most speak it. */
function localeOf(language: Language, inSettings: string) {
  if (new Intl.Locale(inSettings).language === language) return inSettings
  const { region } = new Intl.Locale(language).maximize()
  return `${language}-${region}`
}

/** "Recognizer does not support feature: speaker_diarization" */
const isWithoutNames = (answer: OutboundResponse) =>
  answer.status === 400 && /diari[sz]ation/i.test(errorMessageIn(answer) ?? '')
const goneIsGood = ({ status }: OutboundResponse): Outcome | undefined =>
  status === 404 ? 'ok' : undefined
/** What ended meanwhile, or cannot be ended, is removed all the same. */
const endedIsGood = ({ status }: OutboundResponse): Outcome | undefined =>
  [400, 404, 501].includes(status) ? 'ok' : undefined
