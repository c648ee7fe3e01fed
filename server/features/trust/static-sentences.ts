/** What the product does whatever the settings are; proven in `static-sentences.test.ts`. */
export const staticSentences = {
  figures:
    'Your organization sees figures about all its people together: how many take part, how often they meet their coach, how many found it helpful, how many got better by their questionnaires, how soon they first met, and how burnout risk is spread. It sees no names, no conversations and no values of one person.',
  access:
    'Those who see the figures of your organization can’t open anyone’s plan, recording, transcript or questionnaire.',
  consent:
    'Recording, transcription by an outside service, analysis here, analysis by an outside model, and being counted in figures each need the consent of the person. Everyone can withdraw it at any time, which stops what is in progress.',
  'outbound-log':
    'Every call to an outside service is recorded with its time, host, purpose and size, and never its content.',
  deletion:
    'When a session is deleted, its recording, transcript and conversation are deleted with it.',
  kept: 'A coach can mark a session to be kept. The rules below then delete nothing of it; the client sees who marked it.',
  'second-factor': 'Everyone can add a passkey or an authenticator app to their account.',
  passwords: 'Passwords are stored as Argon2id hashes only, and common ones are refused.',
  logins:
    'A login ends after 12 hours without use, or after 30 days for people who choose to stay signed in.',
  openings:
    'Each opening of a plan, transcript or recording is recorded, and the client can see who it was.',
  secrets: 'Keys of connected services are stored encrypted with AES-256-GCM.',
  disks:
    'Recordings and the database are not encrypted by this product. Whether the disks are is up to the operator.',
} as const

export type StaticKey = keyof typeof staticSentences
