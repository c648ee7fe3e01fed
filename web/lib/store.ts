import { useSyncExternalStore } from 'react'

/** A value outside of components. */
export function createStore<Value>(value: Value) {
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next: Value) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Store<Value> = ReturnType<typeof createStore<Value>>

export const useStore = <Value>({ subscribe, get }: Store<Value>) =>
  useSyncExternalStore(subscribe, get)
