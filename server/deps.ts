import type { Config } from './platform/config/config.ts'
import type { Db } from './platform/db/db.ts'
import type { Announcements } from './platform/db/notify.ts'
import type { Queue } from './platform/jobs/queue.ts'
import type { Installation } from './features/settings/installation/installation.ts'
import type { InstallationEnvironment } from './features/settings/installation/settings.queries.ts'
import type { Keys } from './platform/keys/keys.ts'
import type { WebhookClients } from './features/webhooks/webhooks.queries.ts'
import type { Providers } from './providers/registry.ts'

/** Dependencies of the application, created in platform/process/connect.ts. Each function picks what it needs. */
export type Deps = {
  config: Pick<
    Config,
    | 'appOrigin'
    | 'port'
    | 'dataDir'
    | 'backupDir'
    | 'isReachable'
    | 'metricsToken'
    | 'securityContact'
    | 'allowedLocalHosts'
    | 'trustProxy'
    | 'encodesCopies'
    | 'identityProvider'
    | 'baseAddresses'
  >
  /** The current settings of the installation. */
  installation: Installation
  /** Settings from environment variables, which apply unless an administrator changed them. */
  environment: InstallationEnvironment
  keys: Keys
  db: Db
  /** A direct connection, for what needs a session. */
  databaseUrl: string
  announcements: Announcements
  queue: Queue
  providers: Providers
  webhookClients: WebhookClients
}
