import { isIP } from 'node:net'
import { homedir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { isTimeZone } from '#contract/rules/calendar.ts'
import { readBaseAddresses } from './base-addresses.ts'
import { isLoopback } from './loopback.ts'

/** An IP address, or a network such as 10.0.0.0/8. Networks of size 0 are refused, because they include everybody. */
function isNetwork(text: string) {
  const [, address = '', size] = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/.exec(text) ?? []
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)]
  return Boolean(bits) && Number(size ?? 1) <= Number(bits)
}

/** Trusted proxies: false for none, the number of proxies in a row, or their addresses and networks. */
const proxies = z.string().transform((text, context) => {
  if (text === 'off') return false
  if (/^[1-9]$/.test(text)) return Number(text)
  const networks = text.split(',').map((it) => it.trim())
  if (networks.every(isNetwork)) return networks
  context.addIssue(
    'must say whom to believe: how many proxies stand in front, such as 1, or their addresses and networks, such as 127.0.0.1, 10.0.0.0/8',
  )
  return z.NEVER
})

const onOff = (byDefault: 'on' | 'off') => z.enum(['on', 'off']).default(byDefault)

/** All settings with their defaults (docs/product.md, "First start"). */
const settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  /** For backups on a schedule; not a setting, so that nobody who signs in chooses where everything is written. */
  BACKUP_DIR: z.string().min(1).optional(),
  DATABASE_URL: z.string().optional(),
  /** A pooler in transaction mode in front of the same database, for all but LISTEN, jobs and migrations. */
  DATABASE_POOLER_URL: z.string().optional(),
  APP_ORIGIN: z
    .url({
      protocol: /^https?$/,
      error: 'must be an address such as https://wellbeing.example.com',
    })
    .optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SECRET_KEY_BEFORE: z.string().min(32, 'must have at least 32 characters').optional(),
  BRAND_NAME: z.string().min(1).max(60).default('Maylab'),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone such as Europe/Copenhagen')
    .optional(),
  DEMO_DATA: onOff('on'),
  MODELS_DIR: z.string().min(1).optional(),
  KEY_DIR: z.string().min(1).optional(),
  /** `off` for an app process when `npm run worker` runs the jobs. */
  JOBS: onOff('on'),
  ENCODE_COPIES: onOff('off'),
  TRUST_PROXY: proxies.default(false),
  METRICS_TOKEN: z.string().min(32, 'must have at least 32 characters').optional(),
  ALLOWED_LOCAL_HOSTS: z.string().optional(),
  OIDC_ISSUER: z.url({ error: 'must be an address such as https://login.example.com' }).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(60).default('single sign-on'),
  SECURITY_CONTACT: z
    .union(
      [z.email(), z.url({ protocol: /^https$/ })],
      'must be an email address or an https address',
    )
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
})

export type Config = ReturnType<typeof readConfig>

/** Throws an Error whose message names each wrong setting and never its value. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { data, error } = settings.safeParse(given)
  if (error)
    throw new Error(
      error.issues
        .map((it) => `The setting ${it.path.join('.')} is wrong: ${it.message}.`)
        .join('\n'),
    )
  const appOrigin = data.APP_ORIGIN === undefined ? undefined : new URL(data.APP_ORIGIN)
  const dataDir = path.resolve(data.DATA_DIR)
  const cacheDir = env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache')
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir,
    backupDir: path.resolve(data.BACKUP_DIR ?? path.join(dataDir, 'backups')),
    databaseUrl: data.DATABASE_URL,
    databasePoolerUrl: data.DATABASE_POOLER_URL,
    /** Undefined: the loopback address of the request, as no other is answered. */
    appOrigin: appOrigin?.origin,
    /** Whether other machines may reach the product. Well-known passwords are refused then. */
    isReachable:
      !isLoopback(data.HOST) ||
      data.TRUST_PROXY !== false ||
      (appOrigin !== undefined && !isLoopback(appOrigin.hostname)),
    secretKey: data.SECRET_KEY,
    secretKeyBefore: data.SECRET_KEY_BEFORE,
    brandName: data.BRAND_NAME,
    /** Days and weeks are counted in this time zone. */
    timeZone: data.TIME_ZONE ?? machineTimeZone(),
    hasDemoData: data.DEMO_DATA === 'on',
    modelsDir: path.resolve(data.MODELS_DIR ?? path.join(cacheDir, 'maylab', 'models')),
    hasJobs: data.JOBS === 'on',
    /** Recordings that not all browsers play get a smaller copy, encoded by the machine's own FFmpeg. */
    encodesCopies: data.ENCODE_COPIES === 'on',
    trustProxy: data.TRUST_PROXY,
    /** Undefined: there are no metrics. */
    metricsToken: data.METRICS_TOKEN,
    /** Hosts on this machine or its network that webhooks and identity providers may have. */
    allowedLocalHosts: data.ALLOWED_LOCAL_HOSTS?.split(',').map((it) => it.trim()) ?? [],
    /** The identity provider of the environment. */
    identityProvider: readIdentityProvider(data),
    /** Email or URL in security.txt; undefined: there is no security.txt. */
    securityContact: data.SECURITY_CONTACT,
    logLevel: data.LOG_LEVEL,
    /** Addresses of outside services that replace the documented ones, by provider key. */
    baseAddresses: readBaseAddresses(given),
    /** Folder of the key files that settings of outside services may name. */
    keyDir: path.resolve(data.KEY_DIR ?? path.join(dataDir, 'keys')),
  }
}

function readIdentityProvider(given: z.output<typeof settings>) {
  const {
    OIDC_NAME: name,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  } = given
  if (!issuer && !clientId && !clientSecret) return undefined
  if (!issuer || !clientId || !clientSecret)
    throw new Error('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.')
  const { protocol, hostname } = new URL(issuer)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname)))
    throw new Error('The setting OIDC_ISSUER is wrong: must begin with https://.')
  return { name, issuer, clientId, clientSecret }
}

/** UTC when the machine names no time zone, as with TZ=:/etc/localtime. */
function machineTimeZone() {
  // An explicit locale: looking up that of the machine doubles the time.
  const { timeZone } = new Intl.DateTimeFormat('en-US').resolvedOptions() as { timeZone?: string }
  return timeZone && isTimeZone(timeZone) ? timeZone : 'UTC'
}
