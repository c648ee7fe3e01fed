/** Milliseconds after the last input in which requests count as the user's. */
const whileMs = 60_000

let last = Date.now()

export function watchUserActivity(page: EventTarget) {
  const note = () => {
    last = Date.now()
  }
  for (const act of ['pointerdown', 'keydown', 'wheel'])
    page.addEventListener(act, note, { capture: true, passive: true })
}

/** False for requests that the page makes by itself. */
export const isUserActive = () => Date.now() - last < whileMs
