const ends = new Set<() => void>()

/** Ends what runs in the name of the user, which the next user must not continue or see. */
export const onSignOut = (end: () => void) => void ends.add(end)

export function runSignOutCallbacks() {
  for (const end of ends) end()
}

type Ask = (leave: () => void) => void
const questions = new Set<Ask>()

/** Registers a question while signing out would interrupt something. */
export function confirmBeforeSignOut(by: Ask) {
  questions.add(by)
  return () => void questions.delete(by)
}

/** Asks one question after the other. */
export const signOutAfterConfirmation = (leave: () => void) =>
  [...questions].reduceRight<() => void>((next, ask) => () => ask(next), leave)()
