import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { usePopup } from './use-popup.ts'

/** See docs/product.md, "Everywhere". */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

/** For one focusable child. Never the only place of necessary information. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactNode }) {
  const { anchor, container, open, onOpenChange } = usePopup()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild ref={anchor}>
        {children}
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-xs text-canvas forced-colors:border data-[state=delayed-open]:animate-fade-in"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
