import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import {
  buttonBase,
  busyProps,
  buttonHeights,
  type ButtonStyle,
  buttonVariants,
} from './button.tsx'
import { classNames } from './class-names.ts'
import { Tooltip } from './tooltip.tsx'

const squares = { sm: 'w-8', md: 'w-10' }

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> &
  ButtonStyle & { label: string; icon: LucideIcon; isPending?: boolean }

/** A button that is only a picture: `label` is its name, and its tooltip. */
export function IconButton({
  label,
  icon: Icon,
  variant = 'ghost',
  size = 'md',
  isPending = false,
  disabled,
  className,
  ...button
}: IconButtonProps) {
  return (
    <Tooltip content={label}>
      <button
        type="button"
        aria-label={label}
        disabled={disabled && !isPending}
        className={classNames(
          buttonBase,
          buttonVariants[variant],
          buttonHeights[size],
          squares[size],
          className,
        )}
        {...button}
        {...(isPending && busyProps)}
      >
        {isPending ? (
          <LoaderCircle aria-hidden size={16} className="animate-spin" />
        ) : (
          <Icon aria-hidden size={size === 'sm' ? 16 : 18} />
        )}
      </button>
    </Tooltip>
  )
}
