import { line } from '../bounds.ts'
import { type ProviderForms, secretField, textField } from './fields.ts'
import { bucketName, googleAccountFields } from './google-fields.ts'

export const transcriptionProviders = {
  openai_whisper: {
    label: 'OpenAI',
    about: 'The sound of recordings is sent to OpenAI, which writes down what is said and by whom.',
    fields: {
      apiKey: secretField('API key'),
      model: textField('Model', {
        isOptional: true,
        hint: 'gpt-4o-transcribe-diarize unless said otherwise; with another one, such as whisper-1, speakers are told apart on this machine.',
      }),
    },
  },
  google_speech: {
    label: 'Google Speech',
    about:
      'The sound of recordings is put into a bucket of Google Cloud Storage, where Google hears what is said and by whom; it is then removed there.',
    fields: {
      ...googleAccountFields,
      bucketName: textField('Bucket name', {
        isOptional: true,
        hint: 'Google hears recordings only in a bucket of Google Cloud Storage: nothing can be transcribed without one.',
        schema: bucketName,
      }),
      location: textField('Location', {
        isOptional: true,
        hint: 'eu unless said otherwise.',
        schema: line(100).regex(
          /^[a-z\d-]+$/,
          'Please enter a location such as eu or europe-west4',
        ),
      }),
      languageCode: textField('Language code', {
        isOptional: true,
        hint: 'en-US unless said otherwise; where Google tells no speakers in it, they are told apart on this machine.',
        schema: line(50).regex(/^[a-z\d-]+$/i, 'Please enter a language such as da-DK'),
      }),
      model: textField('Model', { isOptional: true, hint: 'chirp_3 unless said otherwise.' }),
    },
  },
  elevenlabs: {
    label: 'ElevenLabs',
    about:
      'The sound of recordings is sent to ElevenLabs, which calls back with what is said and by whom; its copy of the text is then deleted.',
    fields: {
      apiKey: secretField('API key'),
      webhookId: textField('Webhook ID'),
      webhookSecret: secretField('Webhook secret', {
        isOptional: true,
        hint: 'Without it calls are refused, and ElevenLabs is asked every few seconds instead.',
      }),
      model: textField('Model', { isOptional: true, hint: 'scribe_v2 unless said otherwise.' }),
    },
  },
  local: {
    label: 'Local',
    about: 'Recordings are transcribed on this machine.',
    fields: {},
  },
  whisper_server: {
    label: 'Whisper server',
    about:
      'The sound of recordings is sent to a server of your own at WHISPER_SERVER_BASE_URL; speakers are told apart on this machine.',
    fields: {
      model: textField('Model', { isOptional: true, hint: 'As the server calls it.' }),
      apiKey: secretField('API key', { isOptional: true }),
    },
  },
} as const satisfies ProviderForms
