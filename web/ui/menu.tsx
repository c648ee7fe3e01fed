import type { LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { usePopup } from './use-popup.ts'

export type MenuItem = {
  label: string
  icon?: LucideIcon
  tone?: 'danger'
  isDisabled?: boolean
  onSelect: () => void
}

type MenuProps = {
  trigger: ReactNode
  /** Keeps it closed while the last action is pending. */
  isBusy?: boolean
  items: readonly MenuItem[]
}

export function Menu({ trigger, isBusy = false, items }: MenuProps) {
  const { anchor, container, open, onOpenChange } = usePopup()
  return (
    <Radix.Root
      modal={false}
      open={open}
      onOpenChange={(wanted) => onOpenChange(wanted && !isBusy)}
    >
      <Radix.Trigger asChild ref={anchor}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-44 rounded-md border border-line bg-surface p-1 text-ink shadow-float data-[state=open]:animate-rise-in"
        >
          {items.map(({ label, icon: Icon, tone, isDisabled, onSelect }) => (
            <Radix.Item
              key={label}
              disabled={isDisabled}
              onSelect={onSelect}
              className={classNames(
                'flex min-h-9 cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-sm outline-none select-none data-disabled:opacity-55',
                tone === 'danger'
                  ? 'text-red-ink data-highlighted:bg-red-soft'
                  : 'data-highlighted:bg-sunken',
              )}
            >
              {Icon && <Icon aria-hidden size={16} className="shrink-0" />}
              {label}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
