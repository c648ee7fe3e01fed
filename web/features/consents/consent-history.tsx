import { type ConsentEntry, maxConsentEntries, purposeLabel } from '#contract/consents.ts'
import { formatEntry } from './consent-list.tsx'

/** Every decision, newest first. */
export const ConsentHistory = ({ entries }: { entries: readonly ConsentEntry[] }) => (
  <>
    <ul className="flex flex-col gap-2">
      {entries.map((entry) => (
        <li key={entry.id}>
          <strong className="font-semibold">{purposeLabel[entry.purpose]}</strong>{' '}
          <span className="text-muted">
            {formatEntry(entry)} Version {entry.textVersion} of the text.
          </span>
        </li>
      ))}
    </ul>
    {entries.length === maxConsentEntries && (
      <p className="mt-3 text-xs text-muted">Shows the newest {maxConsentEntries}.</p>
    )}
  </>
)
