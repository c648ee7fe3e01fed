const ends = new Set<() => void>()

/** What goes on in this window in the name of who began it: the next person must not go on with it, nor hear of it. */
export const onSignOut = (end: () => void) => void ends.add(end)

export function runSignOutCallbacks() {
  for (const end of ends) end()
}

type Ask = (leave: () => void) => void
let ask: Ask | undefined

/** As long as something would be broken off: who asks before somebody else takes this one's place. */
export function confirmBeforeSignOut(by: Ask) {
  ask = by
  return () => {
    ask = undefined
  }
}

/** Leaves to somebody else, after the question where there is one. */
export const signOutAfterConfirmation: Ask = (leave) => (ask ? ask(leave) : leave())
