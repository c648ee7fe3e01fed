import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useToast } from '#web/ui/toast.tsx'
import type { PrintPlanProps } from './print-plan.tsx'

/** Milliseconds after which a page that was opened is read, and not waited for any more. */
const settled = 1000

/** What stands on paper, and a print that waits for it. */
export type Paper = { OnPaper: ComponentType<PrintPlanProps> | undefined; print: () => void }

/**
 * A plan on paper comes once the page is settled, or with the key that prints, which waits for it and for a plan that
 * still loads: the browser's own print gives no time to fetch anything. What the plan itself does not hold is read before.
 */
export function usePaper(clientId: string, isLoading: boolean): Paper {
  const toast = useToast()
  const queries = useQueryClient()
  const [OnPaper, setOnPaper] = useState<ComponentType<PrintPlanProps>>()
  const fetchPaper = () =>
    import('./print-plan.tsx').then(
      async ({ PrintPlan, readForPaper }) => {
        await readForPaper(queries, clientId)
        setOnPaper(() => PrintPlan)
      },
      () => {},
    )
  const [isAsked, setAsked] = useState(false)
  const printSoon = () => {
    if (isLoading) toast({ title: 'Printing begins once the plan is there' })
    void fetchPaper().then(() => setAsked(true))
  }
  useEffect(() => {
    if (!isAsked || isLoading) return undefined
    // After a menu has gone from the page, and what was fetched has come to it.
    const timer = setTimeout(() => {
      setAsked(false)
      print()
    }, 200)
    return () => clearTimeout(timer)
  }, [isAsked, isLoading])
  useEffect(() => {
    if (OnPaper && !isLoading) return undefined
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
    // oxlint-disable-next-line react/exhaustive-deps -- until both are there, and from then on not at all
  }, [OnPaper, isLoading])
  return { OnPaper, print: printSoon }
}

type PrintableProps = PrintPlanProps & Pick<Paper, 'OnPaper'> & { children: ReactNode }

/** The grids of a plan, in whose place others stand on paper; until those are there, a sentence. */
export const Printable = ({ children, OnPaper, ...plan }: PrintableProps) => (
  <>
    <div className="print:hidden">{children}</div>
    {OnPaper ? <OnPaper {...plan} /> : <NotReady />}
  </>
)

/** What stands for a plan while it loads, in whose place there is a sentence on paper. */
export const NotPrintable = ({ children }: { children: ReactNode }) => (
  <>
    <div className="print:hidden">{children}</div>
    <NotReady />
  </>
)

const NotReady = () => (
  <p className="hidden print:block">
    The plan was not ready to be printed yet. Please close this and print again.
  </p>
)
