import { type TranscriptionWarning, warningText } from '#contract/transcriptions/transcriptions.ts'
import { Banner } from '#web/ui/banner.tsx'

/** What is doubtful about a transcript; nothing without warnings. */
export const Warnings = ({ warnings }: { warnings: readonly TranscriptionWarning[] }) =>
  warnings.length > 0 && (
    <Banner tone="amber">
      {warnings.map((warning) => (
        <p key={warning}>{warningText[warning]}</p>
      ))}
    </Banner>
  )
