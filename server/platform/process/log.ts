import { pino } from 'pino'
import type { Config } from '../config/config.ts'

/** One JSON line per event on standard error, without personal data. */
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

/** The loggable parts of an error. Database errors have values of the row in `detail` and in quotes in the message. */
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
