import { LoaderCircle, type LucideIcon } from 'lucide-react'
import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export const buttonVariants = {
  primary:
    'forced-colors:border bg-brand text-on-brand not-disabled:not-aria-disabled:hover:bg-brand-hover',
  secondary:
    'border border-outline/50 bg-surface text-ink not-disabled:not-aria-disabled:hover:bg-sunken',
  ghost: 'text-ink not-disabled:not-aria-disabled:hover:bg-sunken',
  danger:
    'forced-colors:border bg-red text-on-red not-disabled:not-aria-disabled:hover:bg-red-hover',
}
export const buttonHeights = { sm: 'h-8 gap-1.5', md: 'h-10 gap-2' }
const paddings = { sm: 'px-3', md: 'px-4' }
/** What every button has, one that is only a picture too. */
export const buttonBase =
  'inline-flex shrink-0 items-center justify-center rounded-md text-sm font-semibold whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress aria-busy:opacity-55'

export type ButtonStyle = {
  variant?: keyof typeof buttonVariants
  size?: keyof typeof buttonHeights
}

type ButtonProps = ComponentProps<'button'> &
  ButtonStyle & {
    isPending?: boolean
    pendingLabel?: string
    icon?: LucideIcon
    /** Gives its looks to the one child, usually a link. */
    asChild?: boolean
  }

/**
 * While pending it does nothing and says `pendingLabel`; both labels share one place, so its width stays. It is not
 * `disabled` then: a button that is takes the focus from whoever pressed it by keyboard.
 */
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
  const looked = classNames(
    buttonBase,
    buttonVariants[variant],
    buttonHeights[size],
    paddings[size],
    className,
  )
  const mark = Icon && <Icon aria-hidden size={16} className="shrink-0" />
  if (asChild)
    return (
      <Slot.Root className={looked} {...button}>
        {mark}
        <Slot.Slottable>{children}</Slot.Slottable>
      </Slot.Root>
    )
  return (
    <button
      type="button"
      className={looked}
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

/** A press of a busy button is none: neither a click nor the Enter that would submit its form. */
export const busyProps = {
  'aria-busy': true,
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const

function Face(props: { isShown: boolean; size: keyof typeof buttonHeights; children: ReactNode }) {
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
