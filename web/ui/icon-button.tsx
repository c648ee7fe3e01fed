import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

type IconButtonProps = Omit<
  ComponentProps<typeof Button>,
  'children' | 'pendingLabel' | 'asChild'
> & { label: string; icon: LucideIcon }

/** `label` is its accessible name and its tooltip. */
export const IconButton = ({ label, variant = 'ghost', ...button }: IconButtonProps) => (
  <Tooltip content={label}>
    <Button aria-label={label} variant={variant} {...button} />
  </Tooltip>
)
