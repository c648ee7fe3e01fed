import { type ReactNode, useEffect, useRef, useState } from 'react'

type WhenSeenProps = {
  /** Reserves the space of the children. */
  className: string
  children: ReactNode
}

/** Renders its children once they come near the viewport. */
export function RenderWhenVisible({ className, children }: WhenSeenProps) {
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
