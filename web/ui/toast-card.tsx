import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

export type ToastMessage = {
  title: string
  description?: string
  tone?: 'neutral' | 'destructive'
  action?: { label: string; onPress: () => void }
}

const displayMs = 5000

type ToastCardProps = {
  toast: ToastMessage
  isPaused: boolean
  onClose: () => void
}

export function ToastCard({ toast, isPaused, onClose }: ToastCardProps) {
  const { title, description, tone, action } = toast
  const [isHovered, setHovered] = useState(false)
  const { moved, handlers } = useSwipe(onClose)
  useTimer(displayMs, useIsWindowBlurred() || isHovered || isPaused, onClose)
  const isDestructive = tone === 'destructive'
  const Icon = isDestructive ? CircleAlert : CircleCheck
  return (
    <li
      {...handlers}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      style={{ transform: moved ? `translateX(${moved}px)` : undefined }}
      className={classNames(
        'pointer-events-auto flex touch-pan-y animate-rise-in items-start gap-3 rounded-md border border-l-4 border-line bg-surface p-4 text-ink shadow-float select-none lg:py-2',
        isDestructive ? 'border-l-red' : 'border-l-brand',
        moved === 0 && 'transition-transform',
      )}
    >
      <Icon
        aria-hidden
        size={20}
        className={classNames('shrink-0', isDestructive ? 'text-red' : 'text-brand')}
      />
      <div className="min-w-0 flex-1 lg:flex lg:items-center lg:gap-3">
        <div className="min-w-0 flex-1">
          <div className="font-semibold">{title}</div>
          {description && <div className="break-words text-muted">{description}</div>}
        </div>
        {action && (
          <Button
            variant="secondary"
            size="sm"
            className="max-lg:mt-2"
            onClick={() => {
              onClose()
              action.onPress()
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onClose}
        className="-m-1 flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden size={16} />
      </button>
    </li>
  )
}

function useTimer(ms: number, isPaused: boolean, onEnd: () => void) {
  const left = useRef(ms)
  useEffect(() => {
    if (isPaused) return undefined
    const from = Date.now()
    const timer = setTimeout(onEnd, left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - from
    }
  }, [isPaused, onEnd])
}

function useIsWindowBlurred() {
  const [isBlurred, setBlurred] = useState(false)
  useEffect(() => {
    const onBlur = () => setBlurred(true)
    const onFocus = () => setBlurred(false)
    window.addEventListener('blur', onBlur)
    window.addEventListener('focus', onFocus)
    return () => {
      window.removeEventListener('blur', onBlur)
      window.removeEventListener('focus', onFocus)
    }
  }, [])
  return isBlurred
}

const threshold = 50
/** Less is a press, also on a button inside. */
const minSwipePixels = 10

/** A swipe to the right, by finger or mouse. */
function useSwipe(onSwiped: () => void) {
  const start = useRef<number>(undefined)
  const [moved, setMoved] = useState(0)
  const end = () => {
    start.current = undefined
    setMoved(0)
  }
  return {
    moved,
    handlers: {
      onPointerDown: ({ button, clientX }: PointerEvent) => {
        if (button === 0) start.current = clientX
      },
      onPointerMove: ({ currentTarget, pointerId, buttons, clientX }: PointerEvent) => {
        // The button may have been released outside the window.
        if (buttons === 0) start.current = undefined
        if (start.current === undefined) return
        const pixels = Math.max(0, clientX - start.current)
        if (moved === 0 && pixels < minSwipePixels) return
        currentTarget.setPointerCapture(pointerId)
        setMoved(pixels)
      },
      onPointerUp: () => {
        if (moved >= threshold) onSwiped()
        end()
      },
      onPointerCancel: end,
    },
  }
}
