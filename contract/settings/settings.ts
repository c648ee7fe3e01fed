import { z } from 'zod'
import { line } from '../bounds.ts'
import { consentOutside } from '../consents/consents.ts'
import { endpoint } from '../endpoint.ts'
import { templateType } from '../prompts/prompts.ts'
import { rowVersion } from '../row-version.ts'
import { maxTerms } from '../transcriptions/transcription-hints.ts'
import { settingNames, type SettingName } from './setting-entries.ts'

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

const backupState = z.object({
  /** Null if there is none. */
  newest: z
    .object({
      finishedAt: z.string(),
      sizeBytes: z.number().int(),
      hasSecretKey: z.boolean(),
    })
    .nullable(),
  /** The last attempt, if it failed. */
  failed: z.object({ failedAt: z.string(), error: z.string() }).nullable(),
  isRunning: z.boolean(),
  /** Where backups are written that the command does not write. */
  folder: z.string(),
})

export const listSettings = endpoint('GET /api/admin/settings', {
  access: ['system_admin'],
  shows: ['setting'],
  summary: 'All settings with their values, defaults and last changes; the state of backups',
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
    backup: backupState,
  }),
})

export const createBackup = endpoint('POST /api/admin/backups', {
  access: ['system_admin'],
  isForPeopleOnly: true,
  changes: ['setting'],
  summary: 'Write a backup in the background',
  response: backupState,
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
