import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { ToastArea } from './toast-area.tsx'
import type { ShownToast, ToastMessage } from './toast-card.tsx'

type ShowToast = (message: ToastMessage) => void

const ToastContext = createContext<ShowToast | undefined>(undefined)

/** A function that shows a message. A new message takes the place of the one in view. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider around it.')
  return show
}

/**
 * "At most 1 at a time; default display 5000 ms; swipe to dismiss rightward with a 50 px threshold; F8 focuses the
 * toast area" (specification part 1, section 9).
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast>()
  const show = useCallback<ShowToast>(
    (message) => setShown((before) => ({ ...message, key: (before?.key ?? 0) + 1, isOpen: true })),
    [],
  )
  const close = useCallback(() => setShown((it) => it && { ...it, isOpen: false }), [])
  return (
    <ToastContext value={show}>
      {children}
      <ToastArea toast={shown} onClose={close} />
    </ToastContext>
  )
}
