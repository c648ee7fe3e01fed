import type { SettingGroup } from '#contract/settings/settings.ts'

export const settingGroups: Record<SettingGroup, { title: string; description: string }> = {
  installation: {
    title: 'Installation',
    description: 'Takes effect immediately; reload open pages.',
  },
  'sign-in': {
    title: 'Sign-in',
    description: 'How people sign in.',
  },
  privacy: {
    title: 'Privacy',
    description:
      'What organizations can see about their people, and what must stay on this machine.',
  },
  safety: {
    title: 'Safety marks',
    description: 'What should not wait for the next session.',
  },
  hours: {
    title: 'Working hours',
    description: 'When sessions usually take place. Other times are still allowed.',
  },
  transcription: {
    title: 'Transcription',
    description: 'Hints for transcribing recordings.',
  },
  conversation: {
    title: 'Before and after a session',
    description: 'What runs automatically before a session, and when its conversation is saved.',
  },
  retention: {
    title: 'Retention',
    description: 'How long data is kept. Older data is deleted within an hour.',
  },
}
