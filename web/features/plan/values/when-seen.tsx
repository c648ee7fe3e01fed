import { type ReactNode, useEffect, useRef, useState } from 'react'

type WhenSeenProps = {
  /** Keeps the place of what is still to come. */
  className: string
  children: ReactNode
}

/** What is far down a page is made when somebody comes near it. */
export function WhenSeen({ className, children }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!place.current) return undefined
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setSeen(true)
        watch.disconnect()
      },
      { rootMargin: '400px' },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={place} className={className}>
      {isSeen && children}
    </div>
  )
}
