import { homedir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'

const onOff = (byDefault: 'on' | 'off') => z.enum(['on', 'off']).default(byDefault)

/** Every setting, with its default (product decisions, section 7). Read once, in main.ts. */
const settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.string().optional(),
  APP_ORIGIN: z
    .url({
      protocol: /^https?$/,
      error: 'must be an address such as https://wellbeing.example.com',
    })
    .optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  BRAND_NAME: z.string().min(1).max(60).default('Maylab'),
  DEMO_DATA: onOff('on'),
  MODELS_DIR: z.string().min(1).optional(),
  /** `off` on an app process whose jobs another process does (`npm run worker`). */
  JOBS: onOff('on'),
  /** `on` behind a proxy that sets X-Forwarded-For. */
  TRUST_PROXY: onOff('off'),
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
  const dataDir = path.resolve(data.DATA_DIR)
  const cacheDir = env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache')
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir,
    databaseUrl: data.DATABASE_URL,
    /** Undefined: the address the request came to. */
    appOrigin: data.APP_ORIGIN && new URL(data.APP_ORIGIN).origin,
    secretKey: data.SECRET_KEY,
    brandName: data.BRAND_NAME,
    hasDemoData: data.DEMO_DATA === 'on',
    modelsDir: path.resolve(data.MODELS_DIR ?? path.join(cacheDir, 'maylab', 'models')),
    hasJobs: data.JOBS === 'on',
    trustProxy: data.TRUST_PROXY === 'on',
    logLevel: data.LOG_LEVEL,
  }
}
