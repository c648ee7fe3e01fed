import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ScrollArea } from './scroll-area.tsx'
import { Sheet } from './sheet.tsx'

const widths = { md: 'md:w-[32rem]', lg: 'md:w-[48rem]', xl: 'md:w-[64rem] xl:w-[min(80rem,88vw)]' }

type DrawerProps = {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** Something must not be interrupted: nothing closes it. */
  isLocked?: boolean
  width?: keyof typeof widths
  children: ReactNode
}

/** A sheet from the right, full screen on phones. */
export const Drawer = ({ title, description, width = 'md', children, ...sheet }: DrawerProps) => (
  <Sheet {...sheet} side="right" isDescribed={Boolean(description)} className={widths[width]}>
    <div
      className={classNames(
        'border-b border-line px-6 py-4 pr-14 max-md:px-4',
        // A wide drawer has its heading in one line.
        width === 'xl' && 'lg:flex lg:flex-wrap lg:items-baseline lg:gap-x-4 lg:py-3',
      )}
    >
      <Radix.Title dir="auto" className="text-lg">
        {title}
      </Radix.Title>
      {description && (
        <Radix.Description className="mt-0.5 text-muted">{description}</Radix.Description>
      )}
    </div>
    <ScrollArea
      className={classNames(
        'relative min-h-0 flex-1 overflow-y-auto px-6 pt-5 pb-[calc(1.25rem+var(--page-end,0px))] focus-visible:-outline-offset-2 max-md:px-4',
        // Focused elements must not scroll under the sticky tabs.
        width === 'xl' && 'scroll-pt-14 lg:pt-2',
      )}
    >
      {children}
    </ScrollArea>
  </Sheet>
)
