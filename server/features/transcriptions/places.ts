/** The places of this process for recordings that are being transcribed: so many for each provider. */
export function openPlaces() {
  const taken = new Map<string, number>()
  const countOf = (providerId: string) => taken.get(providerId) ?? 0
  return {
    isFull: (providerId: string, maxConcurrent: number) => countOf(providerId) >= maxConcurrent,
    /** Answers how to leave; undefined where there is no place. */
    enter(providerId: string, maxConcurrent: number) {
      if (countOf(providerId) >= maxConcurrent) return undefined
      taken.set(providerId, countOf(providerId) + 1)
      return () => void taken.set(providerId, countOf(providerId) - 1)
    },
  }
}

export type Places = ReturnType<typeof openPlaces>
