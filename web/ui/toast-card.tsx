import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { useSwipe } from './use-swipe.ts'

export type ToastMessage = {
  title: string
  description?: string
  tone?: 'neutral' | 'destructive'
  /** What can be done about it; a press closes the message. */
  action?: { label: string; onPress: () => void }
}
export type ShownToast = ToastMessage & { key: number; isOpen: boolean }

type ToastCardProps = {
  toast: ShownToast
  /** The time does not run. */
  isHeld: boolean
  onClose: () => void
  ref?: Ref<HTMLLIElement>
}

const displayTime = 5000

/** One card for every message that comes while it is open, so that what points at it or has the focus stays there. */
export function ToastCard({ toast, isHeld, onClose, ref }: ToastCardProps) {
  const [isPointedAt, setPointedAt] = useState(false)
  const isAway = useIsAway()
  const { moved, isSwiped, swipe } = useSwipe(toast.key, onClose)
  const isDestructive = toast.tone === 'destructive'
  const Icon = isDestructive ? CircleAlert : CircleCheck
  return (
    <li
      ref={ref}
      {...swipe}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      style={{ transform: moved ? `translateX(${moved}px)` : undefined }}
      className={classNames(
        'pointer-events-auto flex touch-pan-y items-start gap-3 rounded-md border border-l-4 border-line bg-surface p-4 text-ink shadow-float select-none',
        isDestructive ? 'border-l-red' : 'border-l-brand',
        moved === 0 && 'transition-transform',
        toast.isOpen ? 'animate-rise-in' : isSwiped ? 'animate-swipe-out' : 'animate-fade-out',
      )}
    >
      <Icon
        aria-hidden
        size={20}
        className={classNames('shrink-0', isDestructive ? 'text-red' : 'text-brand')}
      />
      <Message
        key={toast.key}
        toast={toast}
        isHeld={isHeld || isPointedAt || isAway}
        onEnd={onClose}
      />
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

type MessageProps = { toast: ToastMessage; isHeld: boolean; onEnd: () => void }

function Message({ toast: { title, description, action }, isHeld, onEnd }: MessageProps) {
  const left = useRef(displayTime)
  useEffect(() => {
    if (isHeld) return undefined
    const from = Date.now()
    const timer = setTimeout(onEnd, left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - from
    }
  }, [isHeld, onEnd])
  return (
    <div className="min-w-0 flex-1 animate-fade-in">
      <div className="font-semibold">{title}</div>
      {description && <div className="break-words text-muted">{description}</div>}
      {action && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-2"
          onClick={() => {
            onEnd()
            action.onPress()
          }}
        >
          {action.label}
        </Button>
      )}
    </div>
  )
}

/** Whether the reader went to another window since this was shown. */
function useIsAway() {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const leave = () => setAway(true)
    const comeBack = () => setAway(false)
    window.addEventListener('blur', leave)
    window.addEventListener('focus', comeBack)
    return () => {
      window.removeEventListener('blur', leave)
      window.removeEventListener('focus', comeBack)
    }
  }, [])
  return isAway
}
