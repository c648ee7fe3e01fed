import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Where browsers find this product: as configured, else the address that the request came to. */
export const ownOrigin = (
  { appOrigin }: Pick<Config, 'appOrigin'>,
  { protocol, headers }: Pick<FastifyRequest, 'protocol' | 'headers'>,
) => appOrigin ?? `${protocol}://${headers.host}`
