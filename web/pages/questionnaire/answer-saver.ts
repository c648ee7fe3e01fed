import type { GivenAnswers } from '#contract/questionnaires/instruments.ts'

type Answer = { item: string; value: number | null }

type Needs = {
  /** Keeps one answer on the server; throws what it says. */
  send: (answer: Answer) => Promise<unknown>
  /** The same call may succeed in a while. */
  mayPass: (error: unknown) => boolean
  /** Resolves when it is worth another try. */
  wait: (tries: number) => Promise<unknown>
}

export type SaverState = {
  /** Answers that the server does not have yet. */
  unsaved: GivenAnswers
  /** The last try did not get through; it is tried again. */
  isLost: boolean
}

/**
 * Keeps answers on the server one after the other, the last one of each question. What does not get through is tried again
 * until it does; what the server refuses is given up, and the page reads anew how things stand. It may begin with what
 * an end of the login kept from the server.
 */
export function answerSaver({ send, mayPass, wait }: Needs, unsaved: GivenAnswers = {}) {
  let state: SaverState = { unsaved, isLost: false }
  let underWay: Promise<void> | undefined
  const listeners = new Set<() => void>()
  function become(next: Partial<SaverState>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  async function work() {
    let tries = 0
    for (;;) {
      const [next] = Object.entries(state.unsaved)
      if (!next) return
      const [item, value] = next
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await send({ item, value })
        tries = 0
        const { [item]: latest, ...others } = state.unsaved
        become({ isLost: false, unsaved: latest === value ? others : state.unsaved })
      } catch (error) {
        if (!mayPass(error)) {
          become({ isLost: false, unsaved: {} })
          return
        }
        become({ isLost: true })
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await wait(tries++)
      }
    }
  }

  const goOn = () => void (underWay ??= work().finally(() => (underWay = undefined)))

  return {
    now: () => state,
    listen: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    keep: (item: string, value: number | null) => {
      become({ unsaved: { ...state.unsaved, [item]: value } })
      goOn()
    },
    /** Sends what it began with. */
    goOn,
    /** When everything is on the server, or was refused. */
    settled: async () => underWay,
  }
}
