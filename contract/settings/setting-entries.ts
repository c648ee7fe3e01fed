import { z } from 'zod'
import { minimumGroup } from '../analytics/analytics.ts'
import { line } from '../bounds.ts'
import { consentOutside } from '../consents/consents.ts'
import { isNamedZone } from '../rules/calendar.ts'
import type { TemplateType } from '../prompts/prompts.ts'
import {
  retained,
  type RetainedKind,
  retainedKinds,
  toRetentionRule,
} from '../retention/retention.ts'
import { language, terms } from '../transcriptions/transcription-hints.ts'
import { joinHosts, videoServices } from '../rules/join-address.ts'
import { workingHours } from '../rules/working-hours.ts'
import { clientBooking } from '../bookings/booking-rules.ts'

/**
 * Each size is a multiple of the previous one: seeing the same count in steps of 6 and then of 7 would reveal more than
 * either alone.
 */
export const groupSizes = [minimumGroup, 12, 24, 48] as const

/** Prompt types that can run automatically on a saved conversation. */
export const automaticTypes = [
  'metric_extraction',
  'burnout_assessment',
  'session_preparation',
] as const satisfies readonly TemplateType[]

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export type SettingGroup =
  | 'installation'
  | 'sign-in'
  | 'privacy'
  | 'safety'
  | 'backup'
  | 'hours'
  | 'booking'
  | 'transcription'
  | 'conversation'
  | 'retention'

type SettingEntry = {
  group: SettingGroup
  label: string
  help: string
  schema: z.ZodType
  /** Environment variable that provides the default. */
  environment?: 'BRAND_NAME' | 'TIME_ZONE'
}

/** Settings other than retention. */
const general = {
  brandName: {
    group: 'installation',
    label: 'Brand name',
    help: 'Shown on every page and in messages.',
    schema: line(60).min(1, 'Brand name is required'),
    environment: 'BRAND_NAME',
  },
  timeZone: {
    group: 'installation',
    label: 'Time zone',
    help: 'Days and weeks are counted in this time zone for everyone.',
    schema: line(60).refine(isNamedZone, 'Unknown time zone. Example: Europe/Copenhagen.'),
    environment: 'TIME_ZONE',
  },
  currency: {
    group: 'installation',
    label: 'Currency',
    help: 'Used for new organizations and sample figures. Existing organizations keep theirs.',
    schema: line(3)
      .regex(/^[A-Z]{3}$/, 'Currency is three letters, such as DKK')
      .refine((it) => currencies.has(it), 'Unknown currency. Example: DKK.'),
  },
  country: {
    group: 'installation',
    label: 'Country',
    help: 'New organizations and coaches start with it.',
    schema: line(100).min(1).nullable(),
  },
  showFirstSteps: {
    group: 'installation',
    label: 'First steps',
    help: 'A list on System Overview, until all of it is done.',
    schema: z.boolean(),
  },
  passwordSignIn: {
    group: 'sign-in',
    label: 'Password sign-in',
    help: 'When off, people sign in through an identity provider only. Has no effect while no identity provider is active.',
    schema: z.boolean(),
  },
  requireSecondFactor: {
    group: 'sign-in',
    label: 'Second factor for administrators',
    help: 'Administrators without one have to set it up before they can do anything else. API tokens are not affected.',
    schema: z.boolean(),
  },
  secondFactorAfterProvider: {
    group: 'sign-in',
    label: 'Second factor after an identity provider',
    help: 'People who have set up a second factor are asked for it after an identity provider too, unless they choose otherwise.',
    schema: z.boolean(),
  },
  minimumGroup: {
    group: 'privacy',
    label: 'Minimum group size',
    help: 'Organizations see no figures about fewer people, and counts are rounded to multiples of this size.',
    schema: z.literal(groupSizes, `Minimum group size must be one of ${groupSizes.join(', ')}.`),
  },
  audioStaysHere: {
    group: 'privacy',
    label: 'Audio never leaves this machine',
    help: 'Recordings and their audio are never sent out, not even to your own transcription server.',
    schema: z.boolean(),
  },
  wordsStayHere: {
    group: 'privacy',
    label: 'Words never leave this machine',
    help: 'Nothing that was said is sent to an outside AI model, not even on your own server.',
    schema: z.boolean(),
  },
  consentOutside: {
    group: 'privacy',
    label: 'Consent is collected outside this system',
    help: 'For clients who agree on paper. What they have not decided here counts as agreed; withdrawing here still stops everything. Shown to clients and on the trust page.',
    schema: consentOutside,
  },
  notesForNextCoach: {
    group: 'privacy',
    label: 'Private notes for the next coach',
    help: 'A coach who takes a client over can read the private notes of former coaches, including those written before you turn this on. Otherwise only their author can.',
    schema: z.boolean(),
  },
  erasureWaitingDays: {
    group: 'privacy',
    label: 'Waiting time before erasing a person',
    help: 'An administrator who requests to erase a person can confirm it alone after these days. Another administrator can confirm it at once.',
    schema: z.number().int().min(1).max(90),
  },
  backupHour: {
    group: 'backup',
    label: 'Daily backup',
    help: 'When a backup is written by itself, in the time zone of the installation.',
    schema: z.number().int().min(0).max(23).nullable(),
  },
  backupsKept: {
    group: 'backup',
    label: 'Backups kept',
    help: 'Older ones in the backup folder are deleted.',
    schema: z.number().int().min(1).max(90),
  },
  backupHasKey: {
    group: 'backup',
    label: 'Secret key in backups',
    help: 'With it, a backup reveals the stored passwords of providers. Without it, they have to be entered again after a loss of the server.',
    schema: z.boolean(),
  },
  backupDays: {
    group: 'backup',
    label: 'Backups are deleted after',
    help: 'Stated in certificates of erasure. Deleting copies elsewhere is up to you.',
    schema: z.number().int().min(1).max(3650).nullable(),
  },
  safetyMarkHours: {
    group: 'safety',
    label: 'Administrators are told after',
    help: 'When nobody has acknowledged a safety mark by then. They are told that it waits, not why.',
    schema: z.number().int().min(1).max(168),
  },
  workingHours: {
    group: 'hours',
    label: 'Working hours',
    help: 'New sessions are suggested within these hours; others show a warning.',
    schema: workingHours,
  },
  joinHosts: {
    group: 'hours',
    label: 'More video services',
    help: `Digital sessions can take place on ${[...new Set(videoServices.map(({ name }) => name))].join(', ')} and these hosts.`,
    schema: joinHosts,
  },
  clientBooking: {
    group: 'booking',
    label: 'Clients choose times',
    help: 'Whether clients can move, cancel and book their sessions.',
    schema: clientBooking,
  },
  bookingNoticeHours: {
    group: 'booking',
    label: 'Notice',
    help: 'Later than this, clients can only cancel, which counts as late.',
    schema: z.number().int().min(0).max(336),
  },
  bookingWeeks: {
    group: 'booking',
    label: 'Booking ahead',
    help: 'How far ahead clients can choose a time.',
    schema: z.number().int().min(1).max(26),
  },
  sessionGapMinutes: {
    group: 'booking',
    label: 'Gap between sessions',
    help: 'Kept free around the times that clients choose.',
    schema: z.number().int().min(0).max(120),
  },
  clientMoves: {
    group: 'booking',
    label: 'Moves of a session',
    help: 'How often a client can move the same session.',
    schema: z.number().int().min(0).max(20),
  },
  transcribeRecordings: {
    group: 'transcription',
    label: 'Transcribe recordings made here',
    help: 'Transcription starts automatically after a session was recorded in the browser, if the client agreed to it.',
    schema: z.boolean(),
  },
  transcriptionLanguage: {
    group: 'transcription',
    label: 'Language of sessions',
    help: 'Sent to the transcription provider unless a client or recording has another language. The built-in engine only supports English.',
    schema: language.nullable(),
  },
  transcriptionTerms: {
    group: 'transcription',
    label: 'Names and terms',
    help: 'Names of places, products and other terms that often occur in recordings. An external transcription provider recognizes them more reliably. You can add more for each client.',
    schema: terms,
  },
  afterConversation: {
    group: 'conversation',
    label: 'Runs automatically',
    help: 'Runs when a conversation is saved. Values and risks wait for review in the session. Nothing runs for clients without consent.',
    schema: z
      .array(z.enum(automaticTypes))
      .max(automaticTypes.length)
      .refine((types) => new Set(types).size === types.length, 'Each type can be chosen once'),
  },
  prepareSessions: {
    group: 'conversation',
    label: 'Prepare sessions',
    help: 'Creates a brief for each session of the next day at 6 pm, with a summary if a language model is connected. You can also create one from the session at any time.',
    schema: z.boolean(),
  },
} as const satisfies Record<string, SettingEntry>

type Retention<K extends RetainedKind> = `retention.${K}`
type Rules = {
  [K in RetainedKind as Retention<K>]: SettingEntry & { schema: ReturnType<typeof toRetentionRule> }
}

const rules = Object.fromEntries(
  retainedKinds.map((kind) => [
    `retention.${kind}`,
    {
      group: 'retention',
      label: retained[kind].label,
      help: retained[kind].help,
      schema: toRetentionRule(kind),
    },
  ]),
) as Rules

/** Every setting of the installation. */
export const settings = { ...general, ...rules }

export type SettingName = keyof typeof settings
export type Settings = { [N in SettingName]: z.output<(typeof settings)[N]['schema']> }
export const settingNames = Object.keys(settings) as SettingName[]
export const settingEntry = (name: SettingName): SettingEntry => settings[name]
