import { isDeepStrictEqual } from 'node:util'
import type { Setting, SettingValue } from '#contract/settings/settings.ts'
import { settingEntry, type SettingName, settingNames } from '#contract/settings/setting-entries.ts'
import { requireProviderLogin } from '../accounts/identity-providers/password-sign-in.ts'
import { audit } from '../audit/audit.ts'
import { lockUntilCommit } from '../../platform/db/advisory-lock.ts'
import { announce } from '../../platform/db/notify.ts'
import { staleError } from '../../platform/db/row-version.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { settingsTopic } from './installation/installation.ts'
import {
  getDefaults,
  listSettingRows,
  lockSetting,
  mergeSettings,
  removeSetting,
  saveSetting,
  startWeekRecount,
} from './installation/settings.queries.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'environment' | 'queue'>
type Asked = { name: SettingName; version?: number | null | undefined }

export async function allSettings({
  db,
  environment,
}: Pick<Needs, 'db' | 'environment'>): Promise<Setting[]> {
  const [defaults, rows] = [await getDefaults(db, environment), await listSettingRows(db)]
  const values = mergeSettings(defaults, rows)
  return settingNames.map((name) => {
    const row = rows.find((it) => it.name === name)
    return {
      name,
      value: values[name],
      defaultValue: defaults[name],
      version: row?.version ?? null,
      changedBy: row?.lastName == null ? null : `${row.firstName} ${row.lastName}`.trim(),
      changedAt: row?.changedAt ?? null,
    }
  })
}

/** Throws invalid for a wrong value, stale after a concurrent change. */
export async function setSetting(
  deps: Needs,
  actor: Actor,
  { value, ...asked }: Asked & { value: SettingValue },
) {
  const { success, data, error } = settingEntry(asked.name).schema.safeParse(value)
  if (!success) {
    const [issue] = error.issues
    const sentence = issue?.message ?? 'This value is not valid.'
    throw new AppError('invalid', sentence, {
      [['value', ...(issue?.path ?? [])].join('.')]: sentence,
    })
  }
  return change(deps, actor, asked, data)
}

export const resetSetting = (deps: Needs, actor: Actor, asked: Asked) =>
  change(deps, actor, asked, undefined)

const change = (deps: Needs, actor: Actor, { name, version }: Asked, next: unknown) =>
  inTransaction(deps.db, async (tx) => {
    // An unset setting has no row to lock.
    await lockUntilCommit(tx, `setting ${name}`)
    const before = await lockSetting(tx, name)
    const readSetting = async () =>
      (await allSettings({ ...deps, db: tx })).find((it) => it.name === name) as Setting
    if (version !== undefined && (before?.version ?? null) !== version) {
      // A retry of a request whose response was lost.
      if (!isDeepStrictEqual(before?.value, next)) throw staleError('setting')
      return readSetting()
    }
    if (name === 'passwordSignIn' && next === false)
      await requireProviderLogin({ ...deps, db: tx }, actor)
    const { value: from } = await readSetting()
    await (next === undefined
      ? removeSetting(tx, name)
      : saveSetting(tx, { name, value: next, userId: actor.userId }))
    const after = await readSetting()
    if (name === 'timeZone')
      await startWeekRecount(tx, deps.queue, formatValue(from), formatValue(after.value))
    await announce(tx, settingsTopic)
    await audit(tx, actor, {
      action: 'setting-changed',
      table: 'setting',
      details: { setting: name, from: formatValue(from), to: formatValue(after.value) },
    })
    return after
  })

const formatValue = (value: SettingValue) =>
  typeof value === 'string' ? value : JSON.stringify(value)
