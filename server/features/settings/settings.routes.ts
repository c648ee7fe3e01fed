import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/settings/settings.ts'
import { countExpiredRows, maxCountedRows } from '#contract/retention/retention.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { getBackupState, requestBackup } from '../backups/backups.service.ts'
import { getWeekRecountProgress } from './installation/settings.queries.ts'
import { countExpired } from '../retention/apply-retention.ts'
import { allSettings, resetSetting, setSetting } from './settings.service.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'installation' | 'environment' | 'queue'>

export function settingRoutes(app: FastifyInstance, deps: Needs) {
  mount(app, contract.getInstallation, async () => {
    const { brandName, timeZone, currency, country, workingHours } = deps.installation
    return { brandName, timeZone, currency, country, workingHours }
  })
  mount(app, contract.listSettings, async () => ({
    settings: await allSettings(deps),
    weeks: (await getWeekRecountProgress(deps.db)) ?? null,
    backup: await getBackupState(deps),
  }))
  mount(app, contract.createBackup, (_given, actor) => requestBackup(deps, actor))
  mount(app, contract.putSetting, ({ params, body }, actor) =>
    setSetting(deps, actor, { ...params, ...body }),
  )
  mount(app, contract.resetSetting, ({ params, body }, actor) =>
    resetSetting(deps, actor, { ...params, ...body }),
  )
  mount(app, countExpiredRows, ({ params: { kind }, query: { rule } }) =>
    countExpired(deps.db, { kind, rule, most: maxCountedRows }),
  )
}
