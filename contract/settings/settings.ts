import { z } from 'zod'
import { minimumGroup } from '../analytics/analytics.ts'
import { line } from '../bounds.ts'
import { consentOutside } from '../consents/consents.ts'
import { isNamedZone } from '../rules/calendar.ts'
import { endpoint } from '../endpoint.ts'
import { type TemplateType, templateType } from '../prompts/prompts.ts'
import {
  retained,
  type RetainedKind,
  retainedKinds,
  toRetentionRule,
} from '../retention/retention.ts'
import { rowVersion } from '../row-version.ts'
import { language, maxTerms, terms } from '../transcriptions/transcription-hints.ts'
import { joinHosts, videoServices } from '../rules/join-address.ts'
import { workingHours } from '../rules/working-hours.ts'

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
  | 'hours'
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
  backupDays: {
    group: 'privacy',
    label: 'Backups are deleted after',
    help: 'Stated in certificates of erasure. Deleting backups is up to you.',
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

/** Any setting's value, before its own schema checks it. */
const settingValue = z
  .union([
    line(200),
    z.number().min(0).max(1_000_000),
    z.boolean(),
    z.array(templateType).max(10),
    z.array(line(49)).max(maxTerms),
    consentOutside,
    z.object({ days: z.array(z.number().min(0).max(10)).max(20), from: line(20), to: line(20) }),
  ])
  .nullable()
export type SettingValue = z.output<typeof settingValue>

const setting = z.object({
  name: z.enum(settingNames),
  /** Effective value. */
  value: settingValue,
  /** Value if unset. */
  defaultValue: settingValue,
  /** Null if unset. */
  version: rowVersion.nullable(),
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
})
export type Setting = z.infer<typeof setting>

export const getInstallation = endpoint('GET /api/installation', {
  access: 'public',
  limit: 300,
  shows: ['setting'],
  summary: 'Name, time zone, currency, country and working hours of the installation',
  response: z.object({
    brandName: z.string(),
    timeZone: z.string(),
    /** ISO 4217. */
    currency: z.string(),
    /** English name; null if not set. */
    country: z.string().nullable(),
    workingHours: z.object({ days: z.array(z.number().int()), from: z.string(), to: z.string() }),
  }),
})

export const listSettings = endpoint('GET /api/admin/settings', {
  access: ['system_admin'],
  shows: ['setting'],
  summary: 'All settings with their values, defaults and last changes; the newest backup',
  response: z.object({
    settings: z.array(setting),
    /** Progress of recounting weeks after a time zone change; null if none is running. */
    weeks: z
      .object({
        counted: z.number().int(),
        total: z.number().int(),
        /** The last attempt failed and will be retried. */
        hasFailed: z.boolean(),
      })
      .nullable(),
    /** The newest backup; null if there is none. */
    backup: z
      .object({
        finishedAt: z.string(),
        sizeBytes: z.number().int(),
        hasSecretKey: z.boolean(),
      })
      .nullable(),
  }),
})

const params = z.object({ name: z.enum(settingNames) })
/** The version that was read, null if unset. Without it any value is replaced. */
const version = rowVersion.nullable().optional()

const signInSettings: unknown[] = [
  'passwordSignIn',
  'requireSecondFactor',
  'secondFactorAfterProvider',
] satisfies SettingName[]
const changesSignIn = ({ params: given }: { params: unknown }) =>
  signInSettings.includes((given as { name?: unknown }).name)
    ? 'changed how people sign in'
    : undefined

export const putSetting = endpoint('PUT /api/admin/settings/{name}', {
  needsConfirmation: changesSignIn,
  isForPeopleOnly: true,
  access: ['system_admin'],
  changes: ['setting', 'organization'],
  summary: 'Change a setting; takes effect immediately',
  params,
  errorCodes: ['conflict'],
  body: z.object({ value: settingValue, version }),
  response: setting,
})

export const resetSetting = endpoint('POST /api/admin/settings/{name}/reset', {
  needsConfirmation: changesSignIn,
  isForPeopleOnly: true,
  access: ['system_admin'],
  changes: ['setting', 'organization'],
  summary: 'Reset a setting to its default',
  params,
  body: z.object({ version }),
  response: setting,
})
