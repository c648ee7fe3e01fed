import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { allowMedia } from './security-headers.ts'

const built = fileURLToPath(new URL('../../../dist/web', import.meta.url))

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (it) => escapes[it] ?? it)

type Needs = Pick<Deps, 'installation'> & {
  folder?: string
  /** Other origins from which videos may play. */
  mediaOrigins?: () => Promise<readonly string[]>
}

/** Serves the built web with precompressed files. While it is being built, a page that reloads itself is served. */
export async function serveWeb(
  app: FastifyInstance,
  { installation, folder = built, mediaOrigins = async () => [] }: Needs,
) {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    suppressWarning: true,
    preCompressed: true,
  })
  const page = path.join(folder, 'index.html')

  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const pathname = `/${request.params['*']}`
    if (isFile(folder, pathname)) {
      // Names under assets/ carry a hash of their content: such a file never changes.
      return pathname.startsWith('/assets/')
        ? reply.sendFile(pathname, { maxAge: '365d', immutable: true })
        : reply.sendFile(pathname, { maxAge: '1h' })
    }
    if (!acceptsHtml(request.headers.accept) || pathname.startsWith('/assets/'))
      return reply.callNotFound()
    if (request.url !== request.originalUrl) void reply.code(404)
    // Without the list, videos play through this server.
    allowMedia(reply, await mediaOrigins().catch(() => []))
    return sendPage(reply, page, installation)
  })
}

type IncomingRequest = { url?: string; method?: string; headers: IncomingHttpHeaders }

/** Page URLs that can't be decoded are shown as "not found"; any other such URL is rejected. */
export function rewriteUrl({ url = '/', method, headers }: IncomingRequest) {
  const [pathname = '/'] = url.split('?')
  const isOfPage = method === 'GET' && headers.accept?.includes('text/html')
  return isOfPage && /^\/(?!api(\/|$))/.test(pathname) && !isDecodable(pathname)
    ? '/not-found'
    : url
}

function isDecodable(pathname: string) {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

async function sendPage(
  reply: FastifyReply,
  page: string,
  { brandName, timeZone, currency, country }: Deps['installation'],
) {
  const settings: Record<string, string> = {
    '%BRAND_NAME%': brandName,
    '%TIME_ZONE%': timeZone,
    '%CURRENCY%': currency,
    '%COUNTRY%': country ?? '',
  }
  void reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
  try {
    return (await readFile(page, 'utf8')).replaceAll(/%[A-Z_]+%/g, (name) =>
      escapeHtml(settings[name] ?? name),
    )
  } catch {
    void reply.code(503).header('refresh', '1').header('retry-after', '1')
    return `<!doctype html><html lang="en"><title>${escapeHtml(brandName)}</title><h1>The pages are being built</h1><p>This one reloads by itself.</p></html>`
  }
}

const acceptsHtml = (accept: string | undefined) =>
  accept === undefined || /text\/html|\*\/\*/.test(accept)

/** Plain names only, so that no URL leads out of the folder. */
const isFile = (folder: string, pathname: string) =>
  /^(\/[\w-][\w.-]*)+\.\w+$/.test(pathname) &&
  pathname !== '/index.html' &&
  existsSync(path.join(folder, pathname))
