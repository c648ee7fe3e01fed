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
type Reused = {
  context: BrowserContext
  timezoneId: string | undefined
  /** Stays open, because a CDP session needs a page. */
  blank: Page
  session: CDPSession
}

/** Everything that a page can store, besides cookies. The HTTP cache and compiled code stay. */
const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers,file_systems'

/**
 * One browser for all tests of a worker, which has already loaded and compiled the app. Everything that a test stored is
 * removed before the next one.
 */
export function reusedBrowser(
  { launchOptions, locale, viewport, contextOptions, baseURL }: Settings,
  onOpen: (context: BrowserContext) => void,
) {
  let reused: Reused | undefined
  /** A fake clock cannot be uninstalled: the next test gets a new browser. */
  let hasFakeClock = false
  const origins = new Set<string>()

  async function launch(timezoneId: string | undefined) {
    // An empty path is a temporary folder.
    const context = await chromium.launchPersistentContext('', {
      ...launchOptions,
      ...contextOptions,
      ...(locale !== undefined && { locale }),
      ...(viewport !== undefined && { viewport }),
      ...(baseURL !== undefined && { baseURL }),
      ...(timezoneId !== undefined && { timezoneId }),
    })
    // No timeouts, as in Playwright's own contexts: the test and its expectations have their own.
    context.setDefaultTimeout(0)
    context.setDefaultNavigationTimeout(0)
    context.on('response', (response) => {
      const { origin, protocol } = new URL(response.url())
      if (protocol.startsWith('http')) origins.add(origin)
    })
    whenUsed(context.clock, () => (hasFakeClock = true))
    onOpen(context)
    const blank = context.pages()[0] ?? (await context.newPage())
    return { context, timezoneId, blank, session: await context.newCDPSession(blank) }
  }

  async function close() {
    await reused?.context.close()
    reused = undefined
    hasFakeClock = false
  }

  return {
    async open(timezoneId: string | undefined) {
      if (reused?.timezoneId !== timezoneId) await close()
      reused ??= await launch(timezoneId)
      return reused.context
    },
    async reset() {
      if (!reused) return
      const { context, blank, session } = reused
      const used = context.pages().filter((page) => page !== blank)
      await Promise.all(used.map((page) => page.close()))
      if (hasFakeClock) return close()
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

/** Calls `onUse` when any method of the clock is used; all pages of a browser share the clock. */
function whenUsed(clock: Clock, onUse: () => void) {
  const methods = Object.getPrototypeOf(clock) as Clock
  const handler: ProxyHandler<Clock> = {
    get(of, name, self) {
      onUse()
      return Reflect.get(of, name, self) as unknown
    },
  }
  Object.setPrototypeOf(clock, new Proxy(methods, handler))
}
