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
  /** From where else a page may play films. */
  mediaOrigins?: () => Promise<readonly string[]>
}

/**
 * Serves the built web: every page of the product is the same document, its files stand beside it. While they are
 * being built, a page that reloads itself stands in. Where the build has put a compressed twin beside a file, browsers
 * that take it get that.
 */
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
    // A page is there also while nobody can tell: a film that it may not fetch comes through this server.
    allowMedia(reply, await mediaOrigins().catch(() => []))
    return sendPage(reply, page, installation)
  })
}

type Asked = { url?: string; method?: string; headers: IncomingHttpHeaders }

/**
 * Where a request leads. A page's address that cannot be decoded leads nowhere, which the pages say as of any other; to
 * anything else than a page it is left as it is, and refused.
 */
export function leadsTo({ url = '/', method, headers }: Asked) {
  const [pathname = '/'] = url.split('?')
  // A browser that opens a page names its kind.
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
  { brandName, timeZone, currency, workingHours }: Deps['installation'],
) {
  const settings: Record<string, string> = {
    '%BRAND_NAME%': brandName,
    '%TIME_ZONE%': timeZone,
    '%CURRENCY%': currency,
    '%WORKING_HOURS%': JSON.stringify(workingHours),
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

/** A plain name with an ending, so that no address leads out of the folder. */
const isFile = (folder: string, pathname: string) =>
  /^(\/[\w-][\w.-]*)+\.\w+$/.test(pathname) &&
  pathname !== '/index.html' &&
  existsSync(path.join(folder, pathname))
