import { LoaderCircle, type LucideIcon } from 'lucide-react'
import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'

const variants = {
  primary:
    'forced-colors:border bg-brand text-on-brand not-disabled:not-aria-disabled:hover:bg-brand-hover',
  secondary:
    'border border-outline/50 bg-surface text-ink not-disabled:not-aria-disabled:hover:bg-sunken',
  ghost: 'text-ink not-disabled:not-aria-disabled:hover:bg-sunken',
  danger:
    'forced-colors:border bg-red text-on-red not-disabled:not-aria-disabled:hover:bg-red-hover',
}
const heights = { sm: 'h-8 gap-1.5', md: 'h-10 gap-2' }
const paddings = { sm: 'px-3', md: 'px-4' }
const squares = { sm: 'w-8', md: 'w-10' }
const base =
  'inline-flex shrink-0 items-center justify-center rounded-md text-sm font-semibold whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress aria-busy:opacity-55'

type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof variants
  size?: keyof typeof heights
  isPending?: boolean
  pendingLabel?: string
  icon?: LucideIcon
  /** Styles its one child, usually a link. */
  asChild?: boolean
}

/** A pending button keeps its width and is not `disabled`, which would take the focus from a keyboard user. */
export function Button({
  variant = 'primary',
  size = 'md',
  isPending = false,
  pendingLabel,
  icon: Icon,
  asChild = false,
  disabled,
  className,
  children,
  ...button
}: ButtonProps) {
  const classes = classNames(
    base,
    variants[variant],
    heights[size],
    children ? paddings[size] : squares[size],
    className,
  )
  const mark = Icon && (
    <Icon aria-hidden size={children || size === 'sm' ? 16 : 18} className="shrink-0" />
  )
  if (asChild)
    return (
      <Slot.Root className={classNames(classes, 'print:hidden')} {...button}>
        {mark}
        <Slot.Slottable>{children}</Slot.Slottable>
      </Slot.Root>
    )
  return (
    <button
      type="button"
      className={classes}
      disabled={disabled && !isPending}
      {...button}
      {...(isPending && busyProps)}
    >
      <span className="grid justify-items-center">
        <Face isShown={!isPending} size={size}>
          {mark}
          {children}
        </Face>
        {(isPending || pendingLabel) && (
          <Face isShown={isPending} size={size}>
            <LoaderCircle aria-hidden size={16} className="animate-spin" />
            {pendingLabel ?? <span className="sr-only">{children}</span>}
          </Face>
        )}
      </span>
    </button>
  )
}

/** A busy button ignores clicks, and Enter does not submit its form. */
const busyProps = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const

function Face(props: { isShown: boolean; size: keyof typeof heights; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'col-start-1 row-start-1 inline-flex items-center justify-center',
        props.size === 'sm' ? 'gap-1.5' : 'gap-2',
        !props.isShown && 'invisible',
      )}
    >
      {props.children}
    </span>
  )
}
