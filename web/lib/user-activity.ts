/** Milliseconds after the last thing that somebody did in which what a page reads is taken for their doing. */
const whileMs = 60_000

let last = Date.now()

/** Listens to whether somebody is at the page. */
export function watchUserActivity(page: EventTarget) {
  const note = () => {
    last = Date.now()
  }
  for (const act of ['pointerdown', 'keydown', 'wheel'])
    page.addEventListener(act, note, { capture: true, passive: true })
}

/** False where a page reads by itself, because of what somebody else did. */
export const isUserActive = () => Date.now() - last < whileMs
