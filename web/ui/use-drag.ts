import { type PointerEvent as Pressed, useEffect, useRef } from 'react'

export type Point = { x: number; y: number }
type Steps<What> = {
  begin: (what: What, at: Point) => void
  /** The pointer moved, or the page scrolled. `by`: the distance on the page. */
  follow: (what: What, at: Point, by: Point) => void
  drop: (what: What, at: Point, by: Point) => void
  /** After a drop or a cancelled drag. */
  end: () => void
}

/** Shorter moves are clicks. */
const minDragPixels = 4

/**
 * Dragging by pointer events, because Firefox starts no native drag in buttons. Escape cancels it. Touch drags only
 * what does not scroll (`touch-action: none`).
 */
export function useDrag<What>(steps: Steps<What>) {
  const latest = useRef(steps)
  const pressed = useRef<AbortController>(undefined)
  useEffect(() => {
    latest.current = steps
  })
  useEffect(() => () => pressed.current?.abort(), [])

  return (what: What) => ({
    onPointerDown: ({
      button,
      pointerId,
      pointerType,
      clientX,
      clientY,
      currentTarget,
    }: Pressed) => {
      const canScroll = getComputedStyle(currentTarget).touchAction !== 'none'
      if (button !== 0 || (pointerType === 'touch' && canScroll)) return
      pressed.current?.abort()
      const listeners = new AbortController()
      pressed.current = listeners
      const from = onPage({ x: clientX, y: clientY })
      let at = { x: clientX, y: clientY }
      let state: 'pressed' | 'dragged' | 'calledOff' = 'pressed'
      const distance = () => ({ x: onPage(at).x - from.x, y: onPage(at).y - from.y })
      const listen = <Type extends keyof WindowEventMap>(
        type: Type,
        handler: (event: WindowEventMap[Type]) => void,
      ) => addEventListener(type, handler, { capture: true, signal: listeners.signal })
      const cancel = () => {
        if (state !== 'dragged') return
        state = 'calledOff'
        latest.current.end()
      }
      const finish = () => {
        cancel()
        // The click that follows a drag is ignored.
        setTimeout(() => listeners.abort())
      }

      listen('pointermove', (event) => {
        if (event.pointerId !== pointerId) return
        at = { x: event.clientX, y: event.clientY }
        // It was released outside the window.
        if (event.buttons === 0) return finish()
        if (state === 'pressed' && Math.hypot(distance().x, distance().y) >= minDragPixels) {
          state = 'dragged'
          currentTarget.setPointerCapture(pointerId)
          latest.current.begin(what, at)
        }
        if (state === 'dragged') latest.current.follow(what, at, distance())
      })
      listen('scroll', () => {
        if (state === 'dragged') latest.current.follow(what, at, distance())
      })
      listen('pointerup', (event) => {
        if (event.pointerId !== pointerId) return
        at = { x: event.clientX, y: event.clientY }
        if (state === 'dragged') latest.current.drop(what, at, distance())
        finish()
      })
      listen('pointercancel', (event) => {
        if (event.pointerId === pointerId) finish()
      })
      listen('keydown', (event) => {
        if (event.key !== 'Escape' || state !== 'dragged') return
        suppress(event)
        cancel()
      })
      listen('click', (event) => {
        if (state !== 'pressed') suppress(event)
      })
      listen('selectstart', (event) => event.preventDefault())
    },
  })
}

const onPage = ({ x, y }: Point): Point => ({ x: x + scrollX, y: y + scrollY })

/** Escape closes no drawer around it. */
function suppress(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}
