import {
  type BrowserContext,
  type CDPSession,
  type Clock,
  chromium,
  type Page,
  type PlaywrightTestOptions,
  type PlaywrightWorkerOptions,
} from '@playwright/test'

type Settings = Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>
type Kept = {
  context: BrowserContext
  timezoneId: string | undefined
  /** Stays open, because a session with the browser needs a page. */
  blank: Page
  session: CDPSession
}

/** All that a page can leave behind, besides cookies. What was fetched and compiled stays. */
const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers,file_systems'

/**
 * One browser for all journeys of a worker, whose pages have read and compiled the product before, as those of most people
 * have. Before the next journey everything is removed that the one before could have left in it.
 */
export function keptBrowser(
  { launchOptions, locale, viewport, contextOptions, baseURL }: Settings,
  onOpen: (context: BrowserContext) => void,
) {
  let kept: Kept | undefined
  /** A clock was used, which no page of this browser gets rid of again: the next journey gets a new one. */
  let isWorn = false
  const origins = new Set<string>()

  async function launch(timezoneId: string | undefined) {
    // An empty path is a folder of its own, gone with the browser.
    const context = await chromium.launchPersistentContext('', {
      ...launchOptions,
      ...contextOptions,
      ...(locale !== undefined && { locale }),
      ...(viewport !== undefined && { viewport }),
      ...(baseURL !== undefined && { baseURL }),
      ...(timezoneId !== undefined && { timezoneId }),
    })
    // As in contexts of Playwright's own: the journey has a limit, and expectations have theirs.
    context.setDefaultTimeout(0)
    context.setDefaultNavigationTimeout(0)
    context.on('response', (response) => {
      const { origin, protocol } = new URL(response.url())
      if (protocol.startsWith('http')) origins.add(origin)
    })
    whenUsed(context.clock, () => (isWorn = true))
    onOpen(context)
    const blank = context.pages()[0] ?? (await context.newPage())
    return { context, timezoneId, blank, session: await context.newCDPSession(blank) }
  }

  async function close() {
    await kept?.context.close()
    kept = undefined
    isWorn = false
  }

  return {
    async open(timezoneId: string | undefined) {
      if (kept?.timezoneId !== timezoneId) await close()
      kept ??= await launch(timezoneId)
      return kept.context
    },
    async tidy() {
      if (!kept) return
      const { context, blank, session } = kept
      const used = context.pages().filter((page) => page !== blank)
      await Promise.all(used.map((page) => page.close()))
      if (isWorn) return close()
      await Promise.all([
        context.unrouteAll({ behavior: 'ignoreErrors' }),
        context.clearCookies(),
        context.clearPermissions(),
        ...Array.from(origins, (origin) =>
          session.send('Storage.clearDataForOrigin', { origin, storageTypes }),
        ),
      ])
      origins.clear()
    },
    close,
  }
}

/** Its pages have the same clock as the browser, and all that it can is looked for in its prototype. */
function whenUsed(clock: Clock, tell: () => void) {
  const abilities = Object.getPrototypeOf(clock) as Clock
  const told: ProxyHandler<Clock> = {
    get(of, name, self) {
      tell()
      return Reflect.get(of, name, self) as unknown
    },
  }
  Object.setPrototypeOf(clock, new Proxy(abilities, told))
}
