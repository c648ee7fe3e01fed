import { startProviderSignIn } from '#contract/accounts/provider-sign-in.ts'
import { buildUrl } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'

type ProviderButtonsProps = {
  providers: readonly { id: string; name: string }[]
  /** Page to open afterwards. */
  next: string | undefined
}

/** They leave the page, so they are plain links. */
export const ProviderButtons = ({ providers, next }: ProviderButtonsProps) => (
  <div className="flex flex-col gap-3">
    {providers.map(({ id, name }) => (
      <Button key={id} asChild variant="secondary" className="w-full">
        <a href={buildUrl(startProviderSignIn, { params: { id }, query: { next } })}>
          <span className="min-w-0 truncate">Continue with {name}</span>
        </a>
      </Button>
    ))}
  </div>
)

/** Between two ways to do the same. */
export const OrDivider = () => (
  <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    or
  </p>
)
