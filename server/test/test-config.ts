import type { Deps } from '../deps.ts'

/** As on a first start on one's own machine. */
export const testConfig = (dataDir: string): Deps['config'] => ({
  appOrigin: undefined,
  brandName: 'Maylab',
  dataDir,
  isReachable: false,
  metricsToken: undefined,
  timeZone: 'UTC',
  trustProxy: false,
})
