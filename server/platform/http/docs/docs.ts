import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { cookieName } from '../cookies.ts'
import { ownOrigin } from '../origin.ts'
import { escapeHtml } from '../web.ts'
import { apiDocument, type ApiDocument } from './document.ts'

/** Files of the Swagger UI page. */
const files = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'start.js': 'text/javascript',
}
const getPath = (name: string) =>
  fileURLToPath(import.meta.resolve(name === 'start.js' ? './start.js' : `swagger-ui-dist/${name}`))

/** Serves the contract as an OpenAPI document and as a Swagger UI page. */
export function docsRoutes(
  app: FastifyInstance,
  { config, installation }: Pick<Deps, 'config' | 'installation'>,
) {
  const title = () => `${installation.brandName} API`
  let cached: ApiDocument | undefined
  // Generated on the first request, to keep the start fast.
  const document = () =>
    (cached ??= apiDocument({
      brandName: installation.brandName,
      cookie: cookieName(config, 'login'),
    }))
  app.get('/api/openapi.json', async (request) => {
    const { info, ...rest } = document()
    return {
      ...rest,
      info: { ...info, title: title() },
      servers: [{ url: ownOrigin(config, request) }],
    }
  })

  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(escapeHtml(title()))),
  )
  for (const [name, type] of Object.entries(files))
    app.get(`/api/docs/${name}`, async (_request, reply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', 'max-age=3600')
        .send(await readFile(getPath(name))),
    )
}

const page = (title: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<style>body { margin: 0; } .dark-mode { background: #1c2022; }</style>
</head>
<body>
<main id="api"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`
