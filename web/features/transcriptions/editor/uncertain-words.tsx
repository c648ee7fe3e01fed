import { ChevronRight } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import type { TranscriptPlaces } from '../transcript/use-transcript-places.ts'

type UncertainWordsProps = { places: TranscriptPlaces; onNext: () => void }

/** Explains the marks in the transcript, with a button to the next one. */
export function UncertainWords({
  places: { uncertain, current, at },
  onNext,
}: UncertainWordsProps) {
  if (!uncertain.length) return null
  const isThere = current?.of === 'uncertain' && at
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-xs text-muted">
      <p className="min-w-0 flex-1 basis-56">
        <span className="underline decoration-amber decoration-dotted decoration-2 underline-offset-4">
          Underlined words
        </span>{' '}
        may be wrong. Click to listen.
      </p>
      <output className="tabular-nums">
        {isThere && `${current.index + 1} of ${uncertain.length}: “${at.text}”`}
      </output>
      <Button
        variant="secondary"
        size="sm"
        icon={ChevronRight}
        aria-keyshortcuts="n Shift+n"
        onClick={onNext}
      >
        Next uncertain word
      </Button>
    </div>
  )
}
