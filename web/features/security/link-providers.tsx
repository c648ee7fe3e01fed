import { startProviderSignIn } from '#contract/provider-sign-in.ts'
import type { MySecurity } from '#contract/security.ts'
import { buildUrl } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'

/** Sign-in services that the user may link to the account. */
export const LinkProviders = ({ linkableProviders }: Pick<MySecurity, 'linkableProviders'>) =>
  linkableProviders.length > 0 && (
    <Card aria-label="Sign-in services" className="flex flex-col gap-4 p-5 max-md:p-4 *:mb-0">
      <CardHeader
        title="Sign-in services"
        description="Link one to sign in with it instead of your password."
      />
      <div className="flex flex-wrap gap-3">
        {linkableProviders.map(({ id, name }) => (
          <Button key={id} asChild variant="secondary">
            <a href={buildUrl(startProviderSignIn, { params: { id }, query: { link: 'yes' } })}>
              Link {name}
            </a>
          </Button>
        ))}
      </div>
    </Card>
  )
