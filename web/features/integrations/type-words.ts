import type { IntegrationType } from '#contract/providers/providers.ts'

type TypeWords = {
  label: string
  /** In a sentence. */
  inSentence: string
  about: string
  /** What a provider of the type is given from the moment it is active. */
  gets: (label: string) => string
  /** What stays as it is. */
  stays?: string
}

export const typeWords: Record<IntegrationType, TypeWords> = {
  video_storage: {
    label: 'Video storage',
    inSentence: 'video storage',
    about: 'Keeps the recordings of sessions.',
    gets: (label) => `Every new recording of a session, picture and sound, is kept by ${label}.`,
    stays: 'Recordings that are there already stay where they are, and play as before.',
  },
  transcription: {
    label: 'Transcription',
    inSentence: 'transcription',
    about: 'Writes down what is said in a recording.',
    gets: (label) => `The sound of recordings that are transcribed is sent to ${label}.`,
    stays: 'What is being transcribed is finished where it began.',
  },
  ai_analysis: {
    label: 'AI analysis',
    inSentence: 'AI analysis',
    about: 'Answers the prompts: conversations, values, assessments and preparations.',
    gets: (label) =>
      `Transcripts, conversations and data of the plan, as far as a prompt names them, are sent to ${label}.`,
    stays: 'What ran before stays in the execution logs, with who answered it.',
  },
  email_sms: {
    label: 'Email and SMS',
    inSentence: 'email and SMS',
    about: 'Carries messages to people.',
    gets: (label) =>
      `Messages leave through ${label}, with the words in them and the address they are for.`,
  },
  crm: {
    label: 'CRM',
    inSentence: 'the CRM',
    about: 'Has the contact data of organizations and coaches.',
    gets: (label) =>
      `Organizations and the contact data of coaches are sent to ${label}. Never anything about a client.`,
  },
}
