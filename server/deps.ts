import type { Config } from './platform/config/config.ts'
import type { Db } from './platform/db/db.ts'
import type { Announcements } from './platform/db/notify.ts'
import type { Queue } from './platform/db/queue.ts'
import type { Installation } from './features/settings/installation/installation.ts'
import type { InstallationEnvironment } from './features/settings/installation/settings.queries.ts'
import type { Keys } from './platform/keys/keys.ts'
import type { Providers } from './providers/registry.ts'

/** Everything the outside world gives us. Built once in main.ts; each function picks what it needs. */
export type Deps = {
  config: Pick<
    Config,
    | 'appOrigin'
    | 'port'
    | 'dataDir'
    | 'isReachable'
    | 'metricsToken'
    | 'securityContact'
    | 'localWebhookHosts'
    | 'trustProxy'
    | 'encodesCopies'
  >
  /** What an administrator set, as it is in force at the moment. */
  installation: Installation
  /** What the environment says of the installation: in force where nobody set anything. */
  environment: InstallationEnvironment
  keys: Keys
  db: Db
  announcements: Announcements
  queue: Queue
  providers: Providers
}
