import { createStore } from './store.ts'

const ends = new Set<() => void>()

/** Ends what runs in the name of the user, which the next user must not continue or see. */
export const onSignOut = (end: () => void) => void ends.add(end)

export function runSignOutCallbacks() {
  for (const end of ends) end()
}

type Ask = (leave: () => void) => void
const question = createStore<Ask | undefined>(undefined)

/** Registers a question while signing out would interrupt something. */
export function confirmBeforeSignOut(by: Ask) {
  question.set(by)
  return () => question.set(undefined)
}

export function signOutAfterConfirmation(leave: () => void) {
  const ask = question.get()
  if (ask) ask(leave)
  else leave()
}
