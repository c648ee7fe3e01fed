const ends = new Set<() => void>()

/** Ends what runs in the name of the user, which the next user must not continue or see. */
export const onSignOut = (end: () => void) => void ends.add(end)

export function runSignOutCallbacks() {
  for (const end of ends) end()
}

type Ask = (leave: () => void) => void
let ask: Ask | undefined

/** Registers a question while signing out would interrupt something. */
export function confirmBeforeSignOut(by: Ask) {
  ask = by
  return () => {
    ask = undefined
  }
}

export const signOutAfterConfirmation: Ask = (leave) => (ask ? ask(leave) : leave())
