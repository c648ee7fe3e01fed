import { ErrorState } from '#web/ui/error-state.tsx'

/** What is left when a page fails, or when its code could not be fetched. */
export function CrashPage() {
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <ErrorState
        title="This page could not be shown"
        description="Everything that you saved is safe. Trying again usually helps; if it does not, please tell your administrator what you were doing."
        onRetry={() => location.reload()}
      />
    </div>
  )
}
