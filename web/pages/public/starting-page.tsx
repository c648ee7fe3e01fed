import { Spinner } from '#web/ui/spinner.tsx'

/** Stands for a moment until the code of the first page, or the answer who is signed in, is there. */
export function StartingPage() {
  return (
    <div className="flex min-h-dvh items-center justify-center">
      <Spinner label="Loading" />
    </div>
  )
}
