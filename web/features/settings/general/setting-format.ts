import { clientBooking, clientBookingLabel } from '#contract/bookings/booking-rules.ts'
import { consentOutside } from '#contract/consents/consents.ts'
import type { Setting, SettingValue } from '#contract/settings/settings.ts'
import type { SettingName, SettingGroup } from '#contract/settings/setting-entries.ts'
import { type TemplateType, templateTypeLabel } from '#contract/prompts/prompts.ts'
import { graceDays, untilCoachingEnds } from '#contract/retention/retention.ts'
import { formatHours } from '#contract/rules/words.ts'
import { timeOfDay } from '#contract/rules/calendar.ts'
import { formatWorkingHours, workingHours } from '#contract/rules/working-hours.ts'
import { languageName } from '#web/parts/transcription-hints.ts'
import { formatConsentOutside } from '#web/lib/format-consent-outside.ts'
import { formatCount } from '#web/lib/numbers.ts'

const isTemplateType = (text: unknown): text is TemplateType =>
  typeof text === 'string' && text in templateTypeLabel

export function formatSettingValue(name: SettingName, value: SettingValue) {
  if (name.startsWith('retention.'))
    return value === untilCoachingEnds
      ? `Until ${formatDays(graceDays)} after coaching ends`
      : typeof value === 'number'
        ? formatDays(value)
        : 'Forever'
  if (name === 'erasureWaitingDays') return formatDays(Number(value))
  if (name === 'safetyMarkHours' || name === 'bookingNoticeHours') return formatHours(Number(value))
  if (name === 'clientBooking') return clientBookingLabel[clientBooking.parse(value)]
  if (name === 'bookingWeeks') return Number(value) === 1 ? '1 week' : `${Number(value)} weeks`
  if (name === 'sessionGapMinutes') return `${Number(value)} minutes`
  if (name === 'clientMoves') return `${Number(value)}`
  if (name === 'backupHour') return value === null ? 'Never' : formatHour(Number(value))
  if (name === 'backupsKept') return `${Number(value)}`
  if (name === 'backupDays') return typeof value === 'number' ? formatDays(value) : 'Not stated'
  if (name === 'consentOutside') return formatConsentOutside(consentOutside.parse(value))
  if (name === 'minimumGroup') return `${Number(value)} people`
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (name === 'transcriptionLanguage')
    return typeof value === 'string' ? languageName(value) : 'Detected automatically'
  if (name === 'country') return typeof value === 'string' ? value : 'Not set'
  if (name === 'transcriptionTerms' || name === 'joinHosts')
    return (value as string[]).join(', ') || 'None'
  if (Array.isArray(value))
    return (
      (value as readonly unknown[])
        .filter(isTemplateType)
        .map((it) => templateTypeLabel[it])
        .join(', ') || 'Nothing'
    )
  const hours = workingHours.safeParse(value)
  return hours.success ? formatWorkingHours(hours.data) : typeof value === 'string' ? value : ''
}

/** Of a day, such as 2:00 AM. */
export const formatHour = (hour: number) => timeOfDay(new Date(hour * 3_600_000), 'UTC')

export function formatDays(days: number) {
  if (days === 0) return 'Delete immediately'
  return days === 1 ? '1 day' : `${formatCount(days)} days`
}

/** Whether the new retention rule may delete rows that the old one keeps. */
export const isShorter = (rule: SettingValue, now: SettingValue) =>
  rule !== null &&
  rule !== now &&
  !(typeof rule === 'number' && typeof now === 'number' && rule > now)

export const formatDefault = ({ name, defaultValue }: Setting, environment: string | undefined) =>
  `Default: ${formatSettingValue(name, defaultValue)}${environment ? ` (from ${environment})` : ''}`

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
  booking: {
    title: 'Booking by clients',
    description: 'What clients can do themselves. Staff are not limited.',
  },
  backup: {
    title: 'Backup',
    description: 'Contains the database and the recordings stored on the server.',
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
