import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/installation.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { weeksUnderWay } from './installation/week-count.queries.ts'
import { countOverdue } from '../retention/obey-retention.ts'
import { allSettings, resetSetting, setSetting } from './settings.service.ts'

type Needs = Pick<Deps, 'db' | 'installation' | 'surroundings' | 'queue'>

export function settingRoutes(app: FastifyInstance, deps: Needs) {
  mount(app, contract.getInstallation, async () => {
    const { brandName, timeZone, currency, workingHours } = deps.installation
    return { brandName, timeZone, currency, workingHours }
  })
  mount(app, contract.listSettings, async () => ({
    settings: await allSettings(deps),
    weeks: (await weeksUnderWay(deps.db)) ?? null,
  }))
  mount(app, contract.putSetting, ({ params, body }, actor) =>
    setSetting(deps, actor, { ...params, ...body }),
  )
  mount(app, contract.resetSetting, ({ params, body }, actor) =>
    resetSetting(deps, actor, { ...params, ...body }),
  )
  mount(app, contract.countExpiredRows, async ({ params: { kind }, query: { days } }) => ({
    rows: await countOverdue(deps.db, kind, days, contract.maxCountedRows),
  }))
}
