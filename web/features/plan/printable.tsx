import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { PrintPlanProps } from './print-plan.tsx'

/** Milliseconds after which a page that was opened is read, and not waited for any more. */
const settled = 1000

/** What stands on paper, and a print that waits for it. */
export type Paper = { OnPaper: ComponentType<PrintPlanProps> | undefined; print: () => void }

/**
 * A plan on paper comes once the page is settled, or with the key that prints: the browser's own print gives no time to
 * fetch anything.
 */
export function usePaper(): Paper {
  const [OnPaper, setOnPaper] = useState<ComponentType<PrintPlanProps>>()
  const fetchPaper = () =>
    import('./print-plan.tsx').then(
      ({ PrintPlan }) => setOnPaper(() => PrintPlan),
      () => {},
    )
  // After a menu has gone from the page, and what was fetched has come to it.
  const printSoon = () => void fetchPaper().then(() => setTimeout(() => print(), 200))
  useEffect(() => {
    if (OnPaper) return undefined
    const prepare = () => void fetchPaper()
    const timer = setTimeout(prepare, settled)
    const press = (event: KeyboardEvent) => {
      const isPrint = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'p'
      if (!isPrint || event.shiftKey || event.altKey) return
      event.preventDefault()
      printSoon()
    }
    addEventListener('keydown', press)
    addEventListener('beforeprint', prepare)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', press)
      removeEventListener('beforeprint', prepare)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- until it is there, and from then on not at all
  }, [OnPaper])
  return { OnPaper, print: printSoon }
}

type PrintableProps = PrintPlanProps & Pick<Paper, 'OnPaper'> & { children: ReactNode }

/** The grids of a plan, in whose place others stand on paper; until those are there, a sentence. */
export const Printable = ({ children, OnPaper, ...plan }: PrintableProps) => (
  <>
    <div className="print:hidden">{children}</div>
    {OnPaper ? (
      <OnPaper {...plan} />
    ) : (
      <p className="hidden print:block">
        The plan was not ready to be printed yet. Please close this and print again.
      </p>
    )}
  </>
)
