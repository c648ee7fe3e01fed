import type { Consent } from '#contract/consents.ts'
import { Collapsible } from '#web/ui/collapsible.tsx'

/** What is agreed to, and which service gets it. */
export const ConsentText = ({ consent: { text, service } }: { consent: Consent }) => (
  <>
    <p>{text.summary}</p>
    {service && (
      <p className="text-muted">
        Service: {service.label}. {service.about}
      </p>
    )}
    <Collapsible title="More">{text.details}</Collapsible>
  </>
)
