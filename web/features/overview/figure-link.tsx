import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A card with a figure that leads to what is behind it. */
export const FigureLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="grid rounded-md [&>div]:justify-between [&>div]:transition-colors hover:[&>div]:border-outline"
  >
    {children}
  </Link>
)
