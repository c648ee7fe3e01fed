import { useEffect } from 'react'

const inView = new Map<string, number>()

/** Notes that a session is in view, so that nothing elsewhere has to tell what one sees. */
export function useInView(sessionId: string) {
  useEffect(() => {
    inView.set(sessionId, (inView.get(sessionId) ?? 0) + 1)
    return () => void inView.set(sessionId, (inView.get(sessionId) ?? 1) - 1)
  }, [sessionId])
}

export const isInView = (sessionId: string) => (inView.get(sessionId) ?? 0) > 0
