import { pino } from 'pino'
import type { Config } from '../config/config.ts'

/** One JSON line per event on standard error. Nothing in it says what people wrote, nor who they are. */
export const openLog = ({ logLevel }: Pick<Config, 'logLevel'>) =>
  pino(
    {
      level: logLevel,
      serializers: { err: describe, error: describe },
      redact: {
        paths: ['cookie', 'authorization', 'password', 'token', 'email'].flatMap((name) => [
          name,
          `*.${name}`,
          `*.*.${name}`,
          `*.headers["${name}"]`,
        ]),
        censor: '[removed]',
      },
    },
    pino.destination(2),
  )

/**
 * What may be known of an error. A database error carries the values of the row in `detail` and sometimes in quotation
 * marks in its message: both are left out.
 */
export function describe(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table, severity } = error as Error & Record<string, unknown>
  const clean = (text: string | undefined) =>
    severity === undefined ? text : text?.replaceAll(/: ".*?"(?=\n|$)/gs, ': "…"')
  return {
    type: error.name,
    message: clean(error.message),
    stack: clean(error.stack),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
  }
}
