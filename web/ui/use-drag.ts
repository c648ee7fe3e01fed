import { type PointerEvent as Pressed, useEffect, useRef } from 'react'

export type Point = { x: number; y: number }
type Steps<What> = {
  begin: (what: What, at: Point) => void
  /** The pointer moved, or what lies under it did. `by` is how far it has come over the page. */
  follow: (what: What, at: Point, by: Point) => void
  drop: (what: What, at: Point, by: Point) => void
  /** After it was dropped, or called off. */
  end: () => void
}

/** Pixels from which on it is a drag: less is a press by a hand that does not hold still. */
const minDragPixels = 4

/**
 * Drags by the events of the pointer, as Firefox begins none of its own in a button. A press without a way is a click as
 * ever; Escape calls a drag off. By finger only what does not scroll under it is dragged (`touch-action: none`).
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
      const press = new AbortController()
      pressed.current = press
      const from = onPage({ x: clientX, y: clientY })
      let at = { x: clientX, y: clientY }
      let state: 'pressed' | 'dragged' | 'calledOff' = 'pressed'
      const way = () => ({ x: onPage(at).x - from.x, y: onPage(at).y - from.y })
      const listen = <Type extends keyof WindowEventMap>(
        type: Type,
        hear: (event: WindowEventMap[Type]) => void,
      ) => addEventListener(type, hear, { capture: true, signal: press.signal })
      const callOff = () => {
        if (state !== 'dragged') return
        state = 'calledOff'
        latest.current.end()
      }
      const release = () => {
        callOff()
        // The click that ends a drag comes right after, and is none.
        setTimeout(() => press.abort())
      }

      listen('pointermove', (event) => {
        if (event.pointerId !== pointerId) return
        at = { x: event.clientX, y: event.clientY }
        // It was let go where nobody heard of it.
        if (event.buttons === 0) return release()
        if (state === 'pressed' && Math.hypot(way().x, way().y) >= minDragPixels) {
          state = 'dragged'
          currentTarget.setPointerCapture(pointerId)
          latest.current.begin(what, at)
        }
        if (state === 'dragged') latest.current.follow(what, at, way())
      })
      listen('scroll', () => {
        if (state === 'dragged') latest.current.follow(what, at, way())
      })
      listen('pointerup', (event) => {
        if (event.pointerId !== pointerId) return
        at = { x: event.clientX, y: event.clientY }
        if (state === 'dragged') latest.current.drop(what, at, way())
        release()
      })
      listen('pointercancel', (event) => {
        if (event.pointerId === pointerId) release()
      })
      listen('keydown', (event) => {
        if (event.key !== 'Escape' || state !== 'dragged') return
        silence(event)
        callOff()
      })
      listen('click', (event) => {
        if (state !== 'pressed') silence(event)
      })
      listen('selectstart', (event) => event.preventDefault())
    },
  })
}

const onPage = ({ x, y }: Point): Point => ({ x: x + scrollX, y: y + scrollY })

/** Nothing else hears of it: no drawer around closes with the Escape. */
function silence(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}
