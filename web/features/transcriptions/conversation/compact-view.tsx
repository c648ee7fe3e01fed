import { compactCharacters } from '#contract/sessions/sessions.ts'
import { Button } from '#web/ui/button.tsx'

/** See docs/product.md, "Conversation". */
export const isTruncated = (text: string) => text.length > compactCharacters

type SpokenTextProps = { text: string; isFull: boolean }

export const SpokenText = ({ text, isFull }: SpokenTextProps) => (
  <p dir="auto" className="max-w-prose break-words whitespace-pre-wrap">
    {isFull || !isTruncated(text) ? text : `${text.slice(0, compactCharacters)}…`}
  </p>
)

type ViewSwitchProps = { isFull: boolean; onChange: (isFull: boolean) => void }

export const ViewSwitch = ({ isFull, onChange }: ViewSwitchProps) => (
  <Button variant="secondary" size="sm" aria-expanded={isFull} onClick={() => onChange(!isFull)}>
    {isFull ? 'Compact view' : 'Full view'}
  </Button>
)
