import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { ToastArea } from './toast-area.tsx'
import type { ToastMessage } from './toast-card.tsx'

type ShowToast = (message: ToastMessage) => void

const ToastContext = createContext<ShowToast>(() => {})

/** A function that shows a message in place of the current one. */
export const useToast = () => useContext(ToastContext)

/** One toast at a time (docs/product.md, "Everywhere"). */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ToastMessage & { key: number }>()
  const lastKey = useRef(0)
  const show = useCallback<ShowToast>((message) => {
    lastKey.current += 1
    setToast({ ...message, key: lastKey.current })
  }, [])
  const close = useCallback(() => setToast(undefined), [])
  return (
    <ToastContext value={show}>
      {children}
      <ToastArea toast={toast} onClose={close} />
    </ToastContext>
  )
}
