/** Limits concurrent transcriptions in this process, per provider. */
export function createSlots() {
  const taken = new Map<string, number>()
  const countOf = (providerId: string) => taken.get(providerId) ?? 0
  return {
    isFull: (providerId: string, max: number) => countOf(providerId) >= max,
    /** Returns a function that releases the slot; undefined if all are taken. */
    acquire(providerId: string, max: number) {
      if (countOf(providerId) >= max) return undefined
      taken.set(providerId, countOf(providerId) + 1)
      return () => void taken.set(providerId, countOf(providerId) - 1)
    },
  }
}

export type Slots = ReturnType<typeof createSlots>
