import { ChevronDown, ChevronUp } from 'lucide-react'
import { maxSearchLength } from '#contract/paging.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import type { TranscriptPlaces } from './use-transcript-places.ts'

/** Search field: Enter moves to the next match, Shift+Enter to the previous one. */
export function TranscriptSearch({ places }: { places: TranscriptPlaces }) {
  const { typed, searched, search, found, current, step } = places
  const index = current?.of === 'found' ? current.index : undefined
  return (
    <search className="flex flex-wrap items-center gap-1">
      <SearchInput
        label="Search in the transcript"
        placeholder="Search in the transcript"
        value={typed}
        onChange={search}
        maxLength={maxSearchLength}
        onEnter={(isBack) => step('found', isBack ? -1 : 1)}
        className="min-w-48 flex-1 max-md:basis-full"
      />
      <output className="ml-auto w-24 text-center text-xs text-muted tabular-nums">
        {searched.trim() && formatMatches(found.length, index)}
      </output>
      <IconButton
        label="Previous match"
        icon={ChevronUp}
        size="sm"
        disabled={!found.length}
        onClick={() => step('found', -1)}
      />
      <IconButton
        label="Next match"
        icon={ChevronDown}
        size="sm"
        disabled={!found.length}
        onClick={() => step('found', 1)}
      />
    </search>
  )
}

function formatMatches(count: number, index: number | undefined) {
  if (count === 0) return 'No matches'
  if (index !== undefined) return `${index + 1} of ${count}`
  return count === 1 ? '1 match' : `${count} matches`
}
