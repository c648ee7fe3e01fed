import { createStore } from './store.ts'

/** Milliseconds after the last input in which requests count as the user's. */
const whileMs = 60_000

const lastInput = createStore(Date.now())

export function watchUserActivity(page: EventTarget) {
  const note = () => lastInput.set(Date.now())
  for (const act of ['pointerdown', 'keydown', 'wheel'])
    page.addEventListener(act, note, { capture: true, passive: true })
}

/** False for requests that the page makes by itself. */
export const isUserActive = () => Date.now() - lastInput.get() < whileMs
