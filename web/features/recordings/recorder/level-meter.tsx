import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'

/** Above it somebody speaks. */
const audible = 0.25
/** Milliseconds after the last sound that still count as sound. */
const memoryMs = 2000

type LevelMeterProps = {
  label: string
  /** 0 to 1; read on each animation frame. */
  getLevel: () => number
  /** Says in words whether sound comes in. */
  hasWords?: boolean
  className?: string
}

/** A bar that moves with the sound. */
export function LevelMeter({ label, getLevel, hasWords = false, className }: LevelMeterProps) {
  const bar = useRef<HTMLSpanElement>(null)
  const [isHeard, setHeard] = useState(false)
  const readLevel = useEffectEvent(getLevel)
  useEffect(() => {
    let lastHeard = Number.NEGATIVE_INFINITY
    let shown = 0
    let frame = requestAnimationFrame(draw)
    function draw(now: number) {
      const level = Math.min(1, readLevel())
      // Falls slowly, or it would only flicker.
      shown = Math.max(level, shown - 0.02)
      if (bar.current) bar.current.style.scale = `${shown.toFixed(3)} 1`
      if (level > audible) lastHeard = now
      setHeard(now - lastHeard < memoryMs)
      frame = requestAnimationFrame(draw)
    }
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <span className={classNames('flex min-w-0 items-center gap-3', className)}>
      <span className={hasWords ? 'sr-only' : 'text-xs text-muted'}>{label}</span>
      <span
        aria-hidden
        className="block h-2 min-w-12 flex-1 overflow-hidden rounded-full bg-line forced-colors:border"
      >
        <span
          ref={bar}
          className="block h-full origin-left scale-x-0 rounded-full bg-green forced-color-adjust-none"
        />
      </span>
      {hasWords && (
        <output className={classNames('text-xs', isHeard ? 'text-green-ink' : 'text-muted')}>
          {isHeard ? 'Sound comes in' : 'Say something'}
        </output>
      )}
    </span>
  )
}
