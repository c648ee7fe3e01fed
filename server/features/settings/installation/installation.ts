import type { Settings } from '#contract/settings/setting-entries.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Announcements } from '../../../platform/db/notify.ts'
import { getSettings, type InstallationEnvironment } from './settings.queries.ts'

/** The current settings of the installation. */
export type Installation = Readonly<Settings>

export const settingsTopic = 'settings'

/** Reread interval, in case a notification is lost. */
const maxAgeMs = 60_000

type Needs = { db: Db; announcements: Pick<Announcements, 'listen'> }
type Options = { onError: (error: Error) => void; ageMs?: number }

/**
 * Caches the settings in every process, and rereads them after each notification and every minute. While the database is
 * unavailable the last ones apply. Read the database directly where a stale value is not acceptable (`getMinimumGroup`).
 */
export async function openInstallation(
  { db, announcements }: Needs,
  environment: InstallationEnvironment,
  { onError, ageMs = maxAgeMs }: Options,
) {
  // Shared by all readers and updated in place.
  const installation = await getSettings(db, environment)
  let reading: Promise<void> | undefined
  let isAskedAgain = false

  /** One read at a time; a notification in between triggers another. */
  function refresh() {
    isAskedAgain = true
    return (reading ??= readUntilCurrent().finally(() => (reading = undefined)))
  }
  async function readUntilCurrent() {
    while (isAskedAgain) {
      isAskedAgain = false
      await getSettings(db, environment).then((read) => Object.assign(installation, read), onError)
    }
  }

  const stopListening = announcements.listen(settingsTopic, () => void refresh())
  const timer = setInterval(() => void refresh(), ageMs).unref()
  return {
    installation: installation as Installation,
    close: async () => {
      clearInterval(timer)
      stopListening()
      await reading
    },
  }
}
