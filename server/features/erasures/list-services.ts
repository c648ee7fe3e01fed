import {
  integrationTypes,
  providerForm,
  type ProviderKey,
} from '#contract/integrations/providers/providers.ts'
import type { Certificate } from '#contract/erasures/erasures.ts'
import type { Progress } from './progress.ts'

type Service = Certificate['services'][number]
type Sending = ProviderKey<'video_storage' | 'transcription' | 'ai_analysis' | 'email_sms'>

const noCall =
  'It offers no call to delete what it received. Check how long it keeps it by your agreement, or ask it to delete it.'
const sentMail = 'Delete the messages to this person in its log and its sent mail.'

/** What the operator has to do at a service; null if a call deletes everything. */
const toDoAt: Record<Sending, string | null> = {
  local_disk: null,
  aws_s3: 'If the bucket keeps versions or replicas, delete those of the files listed above.',
  google_cloud:
    'If the bucket has soft delete or versions, delete those of the files listed above.',
  bunny: 'If a pull zone was used for playback, purge its cache.',
  local: null,
  whisper_server: 'It is a server of your own: delete what it has logged.',
  openai_whisper: noCall,
  google_speech: null,
  elevenlabs: null,
  built_in: null,
  openai_gpt5: noCall,
  anthropic_claude: noCall,
  openai_compatible: 'It is a server of your own or of a contractor: delete what it has logged.',
  outbox: null,
  smtp: sentMail,
  'loops.so': 'It keeps a log of sent messages: ask it to delete those to this person.',
  sendgrid: null,
  twilio: null,
}

/** Services outside that have or may have received something of the person. */
export function listServices({ sentTo, externalCopies, messengers }: Progress): Service[] {
  const purposesByProvider = Map.groupBy(sentTo, ({ provider }) => provider)
  const received = [...purposesByProvider].map(([provider, sent]): Service => {
    const copies = externalCopies.filter((copy) => copy.provider === provider).length
    return {
      service: getServiceName(provider),
      purposes: [...new Set(sent.map(({ purpose }) => purpose))],
      deleted: copies ? `${copies} ${copies === 1 ? 'transcription' : 'transcriptions'}` : null,
      toDo: getToDo(provider),
    }
  })
  const messages = messengers.map(({ provider, isDeleted, problem }): Service => {
    const toDo =
      problem === null ? getToDo(provider) : `The deletion was rejected. ${problem} ${sentMail}`
    return {
      ...{ service: getServiceName(provider), purposes: ['messages'], toDo },
      deleted: isDeleted ? 'what it stored about the address or phone number' : null,
    }
  })
  return [...received, ...messages].toSorted((one, other) =>
    one.service.localeCompare(other.service),
  )
}

const getToDo = (provider: string) => (provider in toDoAt ? toDoAt[provider as Sending] : noCall)

/** The service's name on screens. */
export const getServiceName = (provider: string) =>
  integrationTypes.flatMap((type) => providerForm(type, provider)?.label ?? [])[0] ?? provider
