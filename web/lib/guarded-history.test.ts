import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Guard, guardedHistory } from './guarded-history.ts'

/** A browser's history with nothing around it: what is asked of it is done later, in the order of asking. */
function browser() {
  const entries: { url: string; state: unknown }[] = [{ url: '/app', state: null }]
  let here = 0
  let onPop = () => {}
  const wanted: number[] = []
  vi.stubGlobal('history', {
    get state() {
      return entries[here]?.state
    },
    pushState: (state: unknown, _: string, url: string) =>
      entries.splice(++here, Infinity, { url, state }),
    replaceState: (state: unknown, _: string, url = entries[here]?.url ?? '') =>
      (entries[here] = { url, state }),
    go: (by: number) => wanted.push(by),
  })
  vi.stubGlobal('location', {
    get pathname() {
      return entries[here]?.url.split(/[?#]/)[0]
    },
    get search() {
      return ''
    },
    get hash() {
      return /#.*$/.exec(entries[here]?.url ?? '')?.[0] ?? ''
    },
  })
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (onPop = listener))
  vi.stubGlobal('removeEventListener', () => {})
  return {
    url: () => entries[here]?.url,
    /** A link within the page. */
    fragment(hash: string) {
      // Once more the same is no further place.
      if (location.hash !== hash) here++
      entries.splice(here, Infinity, { url: `${location.pathname}${hash}`, state: null })
      onPop()
    },
    /** Does what is wanted by now, and what follows from it. Somebody presses before, or in between. */
    run(...presses: number[]) {
      wanted.unshift(...presses)
      for (let by = wanted.shift(); by !== undefined; by = wanted.shift()) {
        if (!by || !entries[here + by]) continue
        here += by
        onPop()
      }
    },
  }
}
type Browser = ReturnType<typeof browser>

/** Something typed on the page at `path`, and the moves that wait for an answer about it. */
function unsaved(path: string) {
  const held: (() => void)[] = []
  const guard: Guard = {
    isAtStake: (now, next) => now.pathname === path && next.pathname !== path,
    hold: (move) => held.push(move),
  }
  return { guard, held }
}

let window: Browser
let shown: string
let isOnWay = false
/** Pages whose code is still to come. */
const late = new Map<string, Promise<boolean>>()
function comesLate(path: string) {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  late.set(path, promise)
  return () => {
    late.delete(path)
    resolve(false)
    return promise
  }
}
let history: ReturnType<typeof guardedHistory>
beforeEach(() => {
  vi.useFakeTimers()
  window = browser()
  late.clear()
  history = guardedHistory((pathname) => late.get(pathname))
  shown = history.location.pathname
  history.listen(
    (location) => (shown = location.pathname),
    (it) => (isOnWay = it),
  )
  for (const it of ['/a', '/b', '/form', '/after']) history.push(it)
  window.run(-1)
  expect(shown).toBe('/form')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
function rest() {
  for (let turn = 0; turn < 5; turn++) {
    vi.advanceTimersByTime(1000)
    window.run()
  }
}

test.each([
  ['back', [-1]],
  ['forward', [1]],
  ['back, and again at once', [-1, -1]],
  ['back, and again and again', [-1, -1, -1]],
  ['back and forward', [-1, 1]],
  ['forward and back', [1, -1]],
  ['far back, then forward', [-3, 1]],
])('a move %s is held: the address is again that of the page in view', (_, presses) => {
  const { guard, held } = unsaved('/form')
  history.guardBy(guard)
  window.run(...presses)
  rest()
  expect(shown).toBe('/form')
  expect(window.url()).toBe('/form')
  expect(held).not.toEqual([])
})

test('a second press while the browser is on its way back is held like the first', () => {
  const { guard } = unsaved('/form')
  history.guardBy(guard)
  window.run(-1)
  window.run(-1)
  rest()
  expect([shown, window.url()]).toEqual(['/form', '/form'])
})

test('what is answered with yes is made, the way back as well as a link', () => {
  const { guard, held } = unsaved('/form')
  history.guardBy(guard)
  window.run(-2)
  held.pop()?.()
  window.run()
  expect([shown, window.url()]).toEqual(['/a', '/a'])
  window.run(2)
  history.push('/elsewhere')
  expect(shown).toBe('/form')
  held.pop()?.()
  expect([shown, window.url()]).toEqual(['/elsewhere', '/elsewhere'])
})

test('leave that was given once is none for the next time', () => {
  const { guard, held } = unsaved('/form')
  history.guardBy(guard)
  window.run(-1)
  held.pop()?.()
  window.run()
  window.run(1)
  window.run(-1)
  expect([shown, held.length]).toEqual(['/form', 1])
})

test('a page with something unsaved is asked after the dialog above it, and also without it', () => {
  const page = unsaved('/form')
  const dialog = unsaved('/form')
  history.guardBy(page.guard)
  const close = history.guardBy(dialog.guard)
  history.push('/elsewhere')
  expect([page.held.length, dialog.held.length]).toEqual([0, 1])
  dialog.held.pop()?.()
  expect([page.held.length, shown]).toEqual([1, '/form'])
  page.held.pop()?.()
  expect(shown).toBe('/elsewhere')
  window.run(-1)
  close()
  window.run(-1)
  rest()
  expect([page.held.length, dialog.held.length, shown]).toEqual([1, 0, '/form'])
})

test('a place within the page that a link made is one step away from it', () => {
  const { guard, held } = unsaved('/form')
  window.fragment('#there')
  window.fragment('#there')
  history.guardBy(guard)
  window.run(-1)
  expect(held).toHaveLength(0)
  window.run(-1)
  rest()
  expect(held).toHaveLength(1)
  expect(shown).toBe('/form')
})

test('a page is gone to when its code is there, and what was typed until then is at stake', async () => {
  const arrive = comesLate('/late')
  history.push('/late')
  history.push('/late')
  expect([shown, window.url(), isOnWay]).toEqual(['/form', '/form', true])
  const { guard, held } = unsaved('/form')
  history.guardBy(guard)
  await arrive()
  expect([shown, held.length, isOnWay]).toEqual(['/form', 1, false])
  held.pop()?.()
  expect([shown, window.url()]).toEqual(['/late', '/late'])
  window.run(-1)
  expect(shown).toBe('/form')
})

test('the way back to a page whose code is late is asked about when it comes', async () => {
  const arrive = comesLate('/b')
  window.run(-1)
  expect([shown, isOnWay]).toEqual(['/form', true])
  const { guard, held } = unsaved('/form')
  history.guardBy(guard)
  await arrive()
  window.run()
  rest()
  expect([shown, window.url(), held.length, isOnWay]).toEqual(['/form', '/form', 1, false])
  held.pop()?.()
  window.run()
  expect([shown, window.url()]).toEqual(['/b', '/b'])
})

test('a link that is pressed on the way back leads there, and back to where the browser had gone', async () => {
  const arrive = comesLate('/b')
  window.run(-1)
  history.push('/elsewhere')
  expect([shown, window.url(), isOnWay]).toEqual(['/elsewhere', '/elsewhere', false])
  await arrive()
  expect(shown).toBe('/elsewhere')
  window.run(-1)
  expect([shown, window.url()]).toEqual(['/b', '/b'])
  window.run(1)
  expect(shown).toBe('/elsewhere')
})

test('who goes forward again before the page is there stays where they are', async () => {
  const arrive = comesLate('/b')
  window.run(-1)
  window.run(1)
  expect(isOnWay).toBe(false)
  await arrive()
  expect([shown, window.url()]).toEqual(['/form', '/form'])
})

test('what a page writes into its own address stops no way to another one', async () => {
  const arrive = comesLate('/late')
  history.push('/late')
  history.replace('/form?q=anna')
  await arrive()
  expect(shown).toBe('/late')
})

test('the last of several pages that are late is the one that is shown', async () => {
  const [arrive, arriveLast] = [comesLate('/late'), comesLate('/later')]
  history.push('/late')
  history.push('/later')
  await arrive()
  expect(shown).toBe('/form')
  await arriveLast()
  expect(shown).toBe('/later')
})
