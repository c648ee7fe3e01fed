import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { cookieName } from '../login.ts'
import { ownOrigin } from '../origin.ts'
import type { ApiDocument } from './document.ts'
import { page } from './page.ts'

/** The contract for those who write programs: as OpenAPI, and as a page to read that needs no script. */
export function docsRoutes(app: FastifyInstance, config: Pick<Config, 'brandName' | 'appOrigin'>) {
  const { brandName } = config
  let written: Promise<ApiDocument> | undefined
  // Made when somebody asks: nobody waits for it at the start.
  const document = () => (written ??= write())
  const write = async () => {
    const { apiDocument } = await import('./document.ts')
    return apiDocument({ brandName, cookie: cookieName(config) })
  }
  app.get('/api/openapi.json', async (request) => ({
    ...(await document()),
    servers: [{ url: ownOrigin(config, request) }],
  }))
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(brandName, await document())),
  )
}
