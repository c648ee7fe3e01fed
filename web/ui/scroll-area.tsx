import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** A scrolling part of a page or dialog. It is focusable if nothing inside is, so that arrow keys scroll it. */
export function ScrollArea({ className, children }: { className: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const [isStop, setStop] = useState(false)
  useLayoutEffect(() => {
    if (!box.current || !inner.current) return
    const measure = () => setStop(needsFocus(box.current))
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(box.current)
    sizes.observe(inner.current)
    return () => sizes.disconnect()
  }, [])
  return (
    <div
      ref={box}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={isStop ? 0 : undefined}
      className={className}
    >
      <div ref={inner}>{children}</div>
    </div>
  )
}

const needsFocus = (box: HTMLElement | null) =>
  box !== null &&
  (box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth) &&
  !box.querySelector('a[href], button:enabled, input:enabled, select, textarea, [tabindex="0"]')
