import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

export type Tab = {
  value: string
  label: ReactNode
  isDisabled?: boolean
  content: ReactNode
}

type TabsProps = {
  value: string
  onValueChange: (value: string) => void
  tabs: readonly Tab[]
  label: string
  /** `press` where leaving a tab may be refused: the focus that returns to its tab must not open it again. */
  activation?: 'focus' | 'press'
  /** Between the tab list and the panel. */
  between?: ReactNode
  className?: string
  rowClassName?: string
  panelClassName?: string
}

/** On small screens the tab list scrolls. */
export function Tabs({
  value,
  onValueChange,
  tabs,
  label,
  activation = 'focus',
  between,
  className,
  rowClassName,
  panelClassName = 'pt-5',
}: TabsProps) {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => bringIntoView(row.current), [value])
  return (
    <Radix.Root
      value={value}
      onValueChange={onValueChange}
      activationMode={activation === 'press' ? 'manual' : 'automatic'}
      className={className}
    >
      <Radix.List
        ref={row}
        aria-label={label}
        className={classNames(
          'relative flex overflow-x-auto border-b border-line [scrollbar-width:none]',
          rowClassName,
        )}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            disabled={tab.isDisabled}
            className={classNames(
              'shrink-0 border-b-2 border-transparent px-2 py-2.5 text-sm font-semibold whitespace-nowrap text-muted transition-colors',
              'hover:not-disabled:text-ink focus-visible:-outline-offset-2 disabled:cursor-not-allowed disabled:opacity-55',
              'data-[state=active]:border-brand data-[state=active]:text-brand-ink',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {between}
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className={classNames('min-w-0', panelClassName)}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

/** Scrolls only the tab list, not the page. */
function bringIntoView(row: HTMLElement | null) {
  const open = row?.querySelector<HTMLElement>('[data-state=active]')
  if (row && open) row.scrollLeft = open.offsetLeft - (row.clientWidth - open.offsetWidth) / 2
}
