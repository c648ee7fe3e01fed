import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import type { PrintPlanProps } from './print-plan.tsx'

/** Milliseconds after which a page that was opened is read, and not waited for any more. */
const settled = 1000

/**
 * The grids of a plan, in whose place others stand on paper. Those come once the page is settled: a print gives no time
 * to fetch them. Without them the grids are printed as they are.
 */
export function Printable({ children, ...plan }: PrintPlanProps & { children: ReactNode }) {
  const [OnPaper, setOnPaper] = useState<ComponentType<PrintPlanProps>>()
  useEffect(() => {
    const timer = setTimeout(() => {
      import('./print-plan.tsx').then(
        ({ PrintPlan }) => setOnPaper(() => PrintPlan),
        () => {},
      )
    }, settled)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <div className={classNames(OnPaper && 'print:hidden')}>{children}</div>
      {OnPaper && <OnPaper {...plan} />}
    </>
  )
}
