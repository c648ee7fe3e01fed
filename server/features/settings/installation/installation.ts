import type { Settings } from '#contract/installation.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Announcements } from '../../../platform/db/notify.ts'
import { getSettings, type InstallationEnvironment } from './settings.queries.ts'

/** What is set for the whole installation, as it is in force when one looks. */
export type Installation = Readonly<Settings>

/** Announced by whoever changes a setting. */
export const settingsTopic = 'settings'

/** Milliseconds after which what was read is read again, should an announcement have been lost. */
const maxAgeMs = 60_000

type Needs = { db: Db; announcements: Pick<Announcements, 'listen'> }
type Options = { onError: (error: Error) => void; ageMs?: number }

/**
 * Keeps what is in force at hand in every process: read at once, and anew with each announcement and after a minute. While
 * the database is away what was read last holds. Whoever must not be wrong for a moment (the group size) asks the
 * database itself (`getSettings`).
 */
export async function openInstallation(
  { db, announcements }: Needs,
  environment: InstallationEnvironment,
  { onError, ageMs = maxAgeMs }: Options,
) {
  // The one object that everybody holds: what is in force is put into it.
  const installation = await getSettings(db, environment)
  let reading: Promise<void> | undefined
  let isAskedAgain = false

  /** One reading at a time; what is announced meanwhile asks for another one. */
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
