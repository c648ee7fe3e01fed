import type { Consent } from '#contract/consents/consents.ts'

/** What is agreed to, and which service gets it. */
export const ConsentText = ({ consent: { text, service } }: { consent: Consent }) => (
  <>
    <p>{text.summary}</p>
    {service && (
      <p className="text-muted">
        Service: {service.label}. {service.about}
      </p>
    )}
    <details>
      <summary className="w-fit cursor-pointer py-0.5 font-semibold text-brand">More</summary>
      <p className="mt-1 text-muted">{text.details}</p>
    </details>
  </>
)
