import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useToast } from '#web/ui/toast.tsx'
import type { PrintPlanProps } from './print-plan.tsx'

const prefetchAfterMs = 1000
export type PlanPrinting = {
  PrintPlan: ComponentType<PrintPlanProps> | undefined
  print: () => void
}

/**
 * Loads the printable plan a moment after the page, or when somebody prints, which waits for it and for the plan itself:
 * the browser's own print command leaves no time to load anything.
 */
export function usePlanPrinting(clientId: string, isLoading: boolean): PlanPrinting {
  const toast = useToast()
  const queries = useQueryClient()
  const [PrintPlan, setPrintPlan] = useState<ComponentType<PrintPlanProps>>()
  const loadPrintPlan = () =>
    import('./print-plan.tsx').then(
      async ({ PrintPlan, prefetchForPrint: readForPaper }) => {
        await readForPaper(queries, clientId)
        setPrintPlan(() => PrintPlan)
      },
      () => {},
    )
  const [isRequested, setRequested] = useState(false)
  const printSoon = () => {
    if (isLoading) toast({ title: 'Printing starts once the plan has loaded' })
    void loadPrintPlan().then(() => setRequested(true))
  }
  useEffect(() => {
    if (!isRequested || isLoading) return undefined
    // Leaves time for the menu to close and the printable plan to render.
    const timer = setTimeout(() => {
      setRequested(false)
      print()
    }, 200)
    return () => clearTimeout(timer)
  }, [isRequested, isLoading])
  useEffect(() => {
    if (PrintPlan && !isLoading) return undefined
    const prepare = () => void loadPrintPlan()
    const timer = setTimeout(prepare, prefetchAfterMs)
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
    // oxlint-disable-next-line react/exhaustive-deps -- until both are loaded
  }, [PrintPlan, isLoading])
  return { PrintPlan, print: printSoon }
}

type PrintableProps = PrintPlanProps & Pick<PlanPrinting, 'PrintPlan'> & { children: ReactNode }

/** Replaces the plan's grids by the printable ones on paper. */
export const Printable = ({ children, PrintPlan, ...plan }: PrintableProps) => (
  <>
    <div className="print:hidden">{children}</div>
    {PrintPlan ? <PrintPlan {...plan} /> : <NotReady />}
  </>
)

/** Replaces a plan that is loading by a notice on paper. */
export const NotPrintable = ({ children }: { children: ReactNode }) => (
  <>
    <div className="print:hidden">{children}</div>
    <NotReady />
  </>
)

const NotReady = () => (
  <p className="hidden print:block">
    The plan hasn’t loaded yet. Close the print dialog and print again.
  </p>
)
