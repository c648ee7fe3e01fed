import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/** APP_ORIGIN, else the loopback address that was called. `X-Forwarded-Host` and `-Proto` are ignored: a page can set them. */
export const ownOrigin = (
  { appOrigin }: Pick<Config, 'appOrigin'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
) => appOrigin ?? `http://${headers.host}`

/** Origin for links in messages: APP_ORIGIN, else this machine. */
export const linkOrigin = ({ appOrigin, port }: Pick<Config, 'appOrigin' | 'port'>) =>
  appOrigin ?? `http://localhost:${port}`
