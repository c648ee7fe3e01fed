import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { classNames } from './class-names.ts'

type ToastMessage = { title: string; description?: string; tone?: 'neutral' | 'destructive' }
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
  const [shown, setShown] = useState<ToastMessage & { key: number; isOpen: boolean }>()
  const show = useCallback<ShowToast>(
    (message) => setShown((before) => ({ ...message, key: (before?.key ?? 0) + 1, isOpen: true })),
    [],
  )
  const isDestructive = shown?.tone === 'destructive'
  const Icon = isDestructive ? CircleAlert : CircleCheck
  return (
    <ToastContext value={show}>
      <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
        {children}
        {shown && (
          <Radix.Root
            key={shown.key}
            // A failure is announced at once, anything else when the reader pauses.
            type={isDestructive ? 'foreground' : 'background'}
            open={shown.isOpen}
            onOpenChange={(isOpen) => setShown({ ...shown, isOpen })}
            className={classNames(
              'pointer-events-auto flex items-start gap-3 rounded-md border border-line border-l-4 bg-surface p-4 text-ink shadow-float data-[state=open]:animate-rise-in',
              'data-[state=closed]:animate-fade-out data-[swipe=end]:animate-swipe-out data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
              isDestructive ? 'border-l-red' : 'border-l-brand',
            )}
          >
            <Icon
              aria-hidden
              size={20}
              className={classNames('shrink-0', isDestructive ? 'text-red' : 'text-brand')}
            />
            <div className="min-w-0 flex-1">
              <Radix.Title className="font-semibold">{shown.title}</Radix.Title>
              {shown.description && (
                <Radix.Description className="break-words text-muted">
                  {shown.description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Dismiss"
              className="-m-1 flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden size={16} />
            </Radix.Close>
          </Radix.Root>
        )}
        <Radix.Viewport
          hotkey={['F8']}
          className="fixed right-0 bottom-0 z-50 w-96 max-w-full list-none p-4 outline-none"
        />
      </Radix.Provider>
    </ToastContext>
  )
}
