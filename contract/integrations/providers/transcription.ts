import { line } from '../../bounds.ts'
import { type ProviderForms, secretField, textField } from './fields.ts'
import { bucketName, googleAccountFields } from './settings.ts'

export const transcriptionProviders = {
  openai_whisper: {
    label: 'OpenAI',
    about:
      'The audio of recordings is sent to OpenAI, which transcribes it and identifies speakers.',
    fields: {
      apiKey: secretField('API key'),
      model: textField('Model', {
        isOptional: true,
        hint: 'Default: gpt-4o-transcribe-diarize. With another model, such as whisper-1, speakers are identified on this machine.',
      }),
    },
  },
  google_speech: {
    label: 'Google Speech',
    about:
      'The audio of recordings is uploaded to a bucket of Google Cloud Storage, where Google transcribes it and identifies speakers, and is then deleted.',
    fields: {
      ...googleAccountFields,
      bucketName: textField('Bucket name', {
        isOptional: true,
        hint: 'Required for transcription: Google only transcribes files in a bucket of Google Cloud Storage.',
        schema: bucketName,
      }),
      location: textField('Location', {
        isOptional: true,
        hint: 'Default: eu.',
        schema: line(100).regex(
          /^[a-z\d-]+$/,
          'Please enter a location such as eu or europe-west4',
        ),
      }),
      languageCode: textField('Language code', {
        isOptional: true,
        hint: 'Default: en-US. For languages in which Google does not identify speakers, this machine does.',
        schema: line(50).regex(/^[a-z\d-]+$/i, 'Please enter a language code such as da-DK'),
      }),
      model: textField('Model', { isOptional: true, hint: 'Default: chirp_3.' }),
    },
  },
  elevenlabs: {
    label: 'ElevenLabs',
    about:
      'The audio of recordings is sent to ElevenLabs, which transcribes it and identifies speakers. Its copy of the text is then deleted.',
    fields: {
      apiKey: secretField('API key'),
      webhookId: textField('Webhook ID'),
      webhookSecret: secretField('Webhook secret', {
        isOptional: true,
        hint: 'Without it, webhooks are rejected and ElevenLabs is polled every few seconds instead.',
      }),
      model: textField('Model', { isOptional: true, hint: 'Default: scribe_v2.' }),
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
      'The audio of recordings is sent to your own server at WHISPER_SERVER_BASE_URL. Speakers are identified on this machine.',
    fields: {
      model: textField('Model', { isOptional: true, hint: 'Model name on the server.' }),
      apiKey: secretField('API key', { isOptional: true }),
    },
  },
} as const satisfies ProviderForms
