import { sql } from 'kysely'
import { analysisTypes } from '#contract/analysis/analysis.ts'
import { minimumGroup } from '#contract/analytics/analytics.ts'
import { noConsentOutside } from '#contract/consents/consents.ts'
import {
  settingEntry,
  type SettingName,
  settingNames,
  settings,
  type Settings,
} from '#contract/settings/setting-entries.ts'
import { type RetainedKind, retainedKinds } from '#contract/retention/retention.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'

export type InstallationEnvironment = Pick<Config, 'brandName' | 'timeZone'>

/** Values of unset settings: from the environment, the table `retention`, or built in. */
export async function getDefaults(
  db: Db,
  { brandName, timeZone }: InstallationEnvironment,
): Promise<Settings> {
  const rows = await db.selectFrom('retention').select(['kind', 'days']).execute()
  const daysByKind = new Map(rows.map(({ kind, days }) => [kind, days]))
  const retention = retainedKinds.map((kind) => [`retention.${kind}`, daysByKind.get(kind) ?? null])
  return {
    brandName,
    timeZone,
    currency: 'DKK',
    country: null,
    showFirstSteps: true,
    requireSecondFactor: false,
    secondFactorAfterProvider: true,
    passwordSignIn: true,
    minimumGroup,
    audioStaysHere: false,
    wordsStayHere: false,
    consentOutside: noConsentOutside,
    notesForNextCoach: false,
    erasureWaitingDays: 7,
    ...{ backupHour: null, backupsKept: 7, backupHasKey: false },
    backupDays: null,
    safetyMarkHours: 24,
    workingHours: { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' },
    joinHosts: [],
    ...{ clientBooking: 'ask', clientMoves: 2 },
    ...{ bookingNoticeHours: 24, bookingWeeks: 6, sessionGapMinutes: 10 },
    transcribeRecordings: true,
    transcriptionLanguage: null,
    transcriptionTerms: [],
    afterConversation: [...analysisTypes],
    prepareSessions: true,
    ...(Object.fromEntries(retention) as Pick<Settings, `retention.${RetainedKind}`>),
  }
}

export type SettingRow = Awaited<ReturnType<typeof listSettingRows>>[number]

export const listSettingRows = (db: Db) =>
  db
    .selectFrom('setting')
    .leftJoin('user', 'user.id', 'setting.changedBy')
    .select(['setting.name', 'setting.value', 'setting.version', 'setting.changedAt'])
    .select(['user.firstName', 'user.lastName'])
    .execute()

/** Ignores stored values that are no longer valid. */
export function mergeSettings(
  defaults: Settings,
  rows: readonly Pick<SettingRow, 'name' | 'value'>[],
) {
  const set = rows.flatMap(({ name, value }) => {
    if (!isSettingName(name)) return []
    const { success, data } = settingEntry(name).schema.safeParse(value)
    return success ? [[name, data]] : []
  })
  return { ...defaults, ...Object.fromEntries(set) } as Settings
}

const names: ReadonlySet<string> = new Set(settingNames)
const isSettingName = (name: string): name is SettingName => names.has(name)

/** From the database, because a stale smaller value would reveal too much. */
export async function getMinimumGroup(db: Db): Promise<number> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'minimumGroup' satisfies SettingName)
    .executeTakeFirst()
  const { success, data } = settings.minimumGroup.schema.safeParse(row?.value)
  return success ? data : minimumGroup
}

/** From the database, because right after sign-in a stale value would let an administrator in. */
export async function isSecondFactorRequired(db: Db) {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'requireSecondFactor' satisfies SettingName)
    .executeTakeFirst()
  return row?.value === true
}

/** All settings, from the database. */
export async function getSettings(db: Db, environment: InstallationEnvironment): Promise<Settings> {
  return mergeSettings(await getDefaults(db, environment), await listSettingRows(db))
}

/** Undefined if unset. */
export const lockSetting = (tx: Db, name: SettingName) =>
  tx
    .selectFrom('setting')
    .select(['version', 'value'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()

export const saveSetting = (
  tx: Db,
  { name, value, userId }: { name: SettingName; value: unknown; userId: string },
) =>
  tx
    .insertInto('setting')
    .values({ name, value: JSON.stringify(value), changedBy: userId })
    .onConflict((on) =>
      on.column('name').doUpdateSet((eb) => ({
        value: eb.ref('excluded.value'),
        changedBy: eb.ref('excluded.changedBy'),
      })),
    )
    .execute()

export const removeSetting = (tx: Db, name: SettingName) =>
  tx.deleteFrom('setting').where('name', '=', name).execute()

const getCountedTimeZone = async (db: Db) =>
  (await db.selectFrom('weekRecount').select('timeZone').executeTakeFirst())?.timeZone

/** Starts a recount unless weeks are already counted in this time zone. */
export async function startWeekRecount(tx: Db, queue: Queue, from: string, to: string) {
  if (((await getCountedTimeZone(tx)) ?? from) === to) return
  await sql`
    insert into week_recount (time_zone, total) select ${to}, count(*) from client
    on conflict (is_single_row) do update set time_zone = excluded.time_zone, cursor_id = null, counted = 0,
      total = excluded.total, began_at = now(), finished_at = null, attempts = 0`.execute(tx)
  await queue.add(tx, 'recount-weeks', {})
}

/** At server start: records the first time zone, or starts a recount if the environment has changed it. */
export async function recordTimeZone(tx: Db, queue: Queue, timeZone: string) {
  await sql`
    insert into week_recount (time_zone, finished_at) values (${timeZone}, now())
    on conflict (is_single_row) do nothing`.execute(tx)
  await startWeekRecount(tx, queue, timeZone, timeZone)
}

/** Undefined if no recount is running. */
export const getWeekRecountProgress = (db: Db) =>
  db
    .selectFrom('weekRecount')
    .select(['counted', 'total'])
    .select((eb) => eb('attempts', '>', 0).$castTo<boolean>().as('hasFailed'))
    .where('finishedAt', 'is', null)
    .executeTakeFirst()

/** Another attempt follows. */
export const saveFailedRecount = (tx: Db, attempts: number) =>
  tx.updateTable('weekRecount').set({ attempts }).where('finishedAt', 'is', null).execute()
