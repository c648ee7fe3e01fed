import type { IntegrationType } from '#contract/integrations/providers/providers.ts'

type TypeLabels = {
  label: string
  inSentence: string
  about: string
  describeSentData: (label: string) => string
  unchanged?: string
}

export const typeLabels: Record<IntegrationType, TypeLabels> = {
  video_storage: {
    label: 'Video storage',
    inSentence: 'video storage',
    about: 'Stores session recordings.',
    describeSentData: (label) =>
      `${label} will store every new session recording, video and audio.`,
    unchanged: 'Existing recordings stay where they are and still play.',
  },
  transcription: {
    label: 'Transcription',
    inSentence: 'transcription',
    about: 'Turns recordings into transcripts.',
    describeSentData: (label) => `The audio of transcribed recordings will be sent to ${label}.`,
    unchanged: 'Transcriptions in progress finish with the current provider.',
  },
  ai_analysis: {
    label: 'AI analysis',
    inSentence: 'AI analysis',
    about: 'Runs the prompts for conversations, values, assessments and session preparation.',
    describeSentData: (label) =>
      `Transcripts, conversations and plan data used in prompts will be sent to ${label}.`,
    unchanged: 'Past runs and their provider stay in the execution logs.',
  },
  email_sms: {
    label: 'Email and SMS',
    inSentence: 'email and SMS',
    about: 'Delivers messages.',
    describeSentData: (label) =>
      `Messages, including their text and recipient’s address, will be sent through ${label}.`,
  },
  crm: {
    label: 'CRM',
    inSentence: 'the CRM',
    about: 'Receives organizations and coaches’ contact data.',
    describeSentData: (label) =>
      `Organizations and coaches’ contact data will be sent to ${label}. Client data is never sent.`,
  },
}
