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
    about: 'Stores session recordings.',
    gets: (label) => `${label} will store every new session recording, video and audio.`,
    stays: 'Existing recordings stay where they are and still play.',
  },
  transcription: {
    label: 'Transcription',
    inSentence: 'transcription',
    about: 'Turns recordings into transcripts.',
    gets: (label) => `The audio of transcribed recordings will be sent to ${label}.`,
    stays: 'Transcriptions in progress finish with the current provider.',
  },
  ai_analysis: {
    label: 'AI analysis',
    inSentence: 'AI analysis',
    about: 'Runs the prompts for conversations, values, assessments and session preparation.',
    gets: (label) =>
      `Transcripts, conversations and plan data used in prompts will be sent to ${label}.`,
    stays: 'Past runs and their provider stay in the execution logs.',
  },
  email_sms: {
    label: 'Email and SMS',
    inSentence: 'email and SMS',
    about: 'Delivers messages.',
    gets: (label) =>
      `Messages, including their text and recipient’s address, will be sent through ${label}.`,
  },
  crm: {
    label: 'CRM',
    inSentence: 'the CRM',
    about: 'Receives organizations and coaches’ contact data.',
    gets: (label) =>
      `Organizations and coaches’ contact data will be sent to ${label}. Client data is never sent.`,
  },
}
