import { useEffect, useState } from 'react'

/** The time, in milliseconds since 1970, at each tick. */
export function useNow(tickMs: number) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [tickMs])
  return now
}
