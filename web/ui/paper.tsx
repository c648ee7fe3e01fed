import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** What stands on paper in the place of the whole page, dialogs included (`.paper` in styles.css), and only there. */
export const Paper = ({ children }: { children: ReactNode }) =>
  createPortal(<div className="paper hidden print:block">{children}</div>, document.body)
