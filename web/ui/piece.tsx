import { type ComponentType, createElement, useEffect, useState } from 'react'

let delayOf = (): Promise<unknown> | undefined => undefined

/** Holds back what is sent for as long as there is a promise: a browser never asks again for a file that it did not get. */
export function delayCode(by: typeof delayOf) {
  delayOf = by
}

/** Code that comes in a piece of its own: sent for once, and `part` from then on. */
export function pieceOfCode<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let sent: Promise<ComponentType<Props>> | undefined
  let part: ComponentType<Props> | undefined
  const come = () => delayOf()?.then(load) ?? load()
  return {
    fetch: () => (sent ??= come().then((it) => (part = it))),
    part: () => part,
  }
}

/**
 * A component whose code comes in a piece of its own: drawn as soon as it is there, at once where it has been before. What
 * React's own `lazy` suspends is held back until 300 ms have passed since the last time that anything on the page was (its
 * FALLBACK_THROTTLE_MS), also where the code came within five.
 */
export function piece<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const { fetch, part } = pieceOfCode(load)
  return (props: Props) => {
    const [Part, setPart] = useState(part)
    useEffect(() => {
      void fetch()
        .then(
          (it) => () => it,
          (fault: unknown) => () => {
            // It reaches the boundary around it.
            throw fault
          },
        )
        .then(setPart)
    }, [])
    return Part && createElement(Part, props)
  }
}
