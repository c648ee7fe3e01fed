import type { SettingName } from '#contract/installation.ts'
import type { Db } from '../../platform/db/db.ts'

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
