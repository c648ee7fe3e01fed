import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import type { Announcements } from './db/notify.ts'
import type { Queue } from './db/queue.ts'
import type { Installation } from './installation/installation.ts'
import type { Surroundings } from './installation/settings.queries.ts'
import type { Keys } from './keys.ts'
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
    | 'trustProxy'
    | 'encodesCopies'
  >
  /** What an administrator set, as it is in force at the moment. */
  installation: Installation
  /** What the environment says of the installation: in force where nobody set anything. */
  surroundings: Surroundings
  keys: Keys
  db: Db
  announcements: Announcements
  queue: Queue
  providers: Providers
}
