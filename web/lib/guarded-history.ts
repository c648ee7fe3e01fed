import { createPath, type Location, parsePath, type Path, type To } from 'react-router'

type Place = Pick<Location, 'pathname' | 'search'>
export type Guard = {
  isAtStake: (now: Place, next: Place) => boolean
  /** Is given the move that waits for its answer. */
  hold: (move: () => void) => void
}

/** Milliseconds in which a browser has surely gone where it was sent. */
const way = 500

/** The code of the page at a place, as long as it is not there: whether it comes only when the window is loaded anew. */
export type CodeOf = (pathname: string) => Promise<boolean> | undefined

/**
 * The browser's history, where each move waits until the code of its page is there, and is then shown to the guards: one
 * that is held waits for its answer. Each entry notes its number, by which it is known how far the browser has gone.
 */
export function guardedHistory(codeOf: CodeOf) {
  const guards = new Set<Guard>()
  let onMove = (_location: Location) => {}
  let onWait = (_isOnWay: boolean) => {}
  /** How many moves there were: the last one takes the place of those that still wait. */
  let moves = 0
  let shown = { at: noted().at ?? 0, location: locationHere() }
  note('replaceState', { ...noted(), at: shown.at })
  /** The number of the entry for which leave was given. */
  let allowed: number | undefined
  let isForReload = false
  let returning: ReturnType<typeof setTimeout> | undefined

  function show(at: number) {
    settle()
    allowed = undefined
    if (isForReload) return location.reload()
    shown = { at, location: locationHere() }
    onMove(shown.location)
  }
  /** The guards are asked one after the other, that of a dialog before that of the page around it. */
  function isHeld(next: Place, move: () => void, asked: readonly Guard[] = []): boolean {
    const guard = [...guards].findLast(
      (it) => !asked.includes(it) && it.isAtStake(shown.location, next),
    )
    guard?.hold(() => {
      if (!isHeld(next, move, [...asked, guard])) move()
    })
    return guard !== undefined
  }
  /** The guards are asked when the page can be shown, and not before: what is typed until then is at stake too. */
  function whenThere(pathname: string, move: () => void) {
    const code = codeOf(pathname)
    const number = ++moves
    onWait(code !== undefined)
    isForReload = false
    if (!code) return move()
    void code.then((isMissing) => {
      if (number !== moves) return
      onWait(false)
      isForReload = isMissing
      move()
    })
  }
  function step(to: To, by: 0 | 1, state: unknown) {
    const { pathname = shown.location.pathname, search = '' } = pathOf(to)
    const move = () => {
      // The browser may have gone back already, to a page that is still to come.
      const at = (noted().at ?? shown.at) + by
      note(by ? 'pushState' : 'replaceState', { at, state }, hrefOf(to))
      show(at)
    }
    const ask = () => {
      if (!isHeld({ pathname, search }, move)) move()
    }
    // What a page writes into its address, as a search that rests, leaves alone what was pressed.
    if (!by && pathname === shown.location.pathname) ask()
    else whenThere(pathname, ask)
  }
  /** Follows the browser, which has gone already. */
  const follow = () => whenThere(location.pathname, arrive)
  function arrive() {
    const at = noted().at ?? numberOfNew()
    // Where to, is told by what is shown and not by the step before: several may be under way, and one of them may be
    // the way back.
    const by = at - shown.at
    if (by === 0) return settle()
    const leave = () => {
      allowed = at
      history.go(by)
    }
    if (at === allowed || !isHeld(locationHere(), leave)) show(at)
    else if (!returning) comeBack()
  }
  /** A link within the page makes an entry without a number: the next one, or the same once more. */
  function numberOfNew() {
    const isSame = createPath(locationHere()) === createPath(shown.location)
    const at = shown.at + (isSame ? 0 : 1)
    note('replaceState', { at })
    return at
  }
  /** Back to what is shown. Whoever goes on pressing Back meanwhile is sent once more, until the browser is there. */
  function comeBack() {
    const away = shown.at - (noted().at ?? numberOfNew())
    returning = away ? setTimeout(comeBack, way) : undefined
    if (away) history.go(away)
  }
  function settle() {
    clearTimeout(returning)
    returning = undefined
  }

  return {
    location: shown.location,
    createHref: hrefOf,
    go: (by: number) => history.go(by),
    push: (to: To, state?: unknown) => step(to, 1, state),
    replace: (to: To, state?: unknown) => step(to, 0, state),
    /** Until the function that it returns is called. */
    guardBy(guard: Guard) {
      guards.add(guard)
      return () => void guards.delete(guard)
    },
    /** Until the function that it returns is called. */
    listen(listener: typeof onMove, waitListener: typeof onWait) {
      onMove = listener
      onWait = waitListener
      addEventListener('popstate', follow)
      return () => removeEventListener('popstate', follow)
    },
  }
}

/** What an entry notes: its number, and what a link gave along. */
type Note = { at?: number; state?: unknown }

const noted = () => (history.state ?? {}) as Note
const note = (how: 'pushState' | 'replaceState', what: Note, href?: string) =>
  history[how](what, '', href)

function locationHere(): Location {
  const { pathname, search, hash } = location
  return { pathname, search, hash, state: noted().state ?? null, key: `${noted().at}` }
}
const pathOf = (to: To): Partial<Path> => (typeof to === 'string' ? parsePath(to) : to)
const hrefOf = (to: To) => (typeof to === 'string' ? to : createPath(to))
