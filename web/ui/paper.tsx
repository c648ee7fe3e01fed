import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Printed instead of the whole page, dialogs included (`.paper` in styles.css), and shown nowhere else. */
export const Paper = ({ children }: { children: ReactNode }) =>
  createPortal(<div className="paper hidden print:block">{children}</div>, document.body)
