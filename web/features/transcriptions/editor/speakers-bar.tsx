import { ArrowLeftRight, Pencil } from 'lucide-react'
import { useState } from 'react'
import { maxSpeakerCharacters } from '#contract/sessions/transcripts.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Input } from '#web/ui/input.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { softTone, type Tone } from '#web/ui/tone.ts'
import { type EditLines, renameSpeaker, swapSpeakers } from './edit-lines.ts'

type SpeakersBarProps = {
  speakers: readonly string[]
  toneOf: (speaker: string) => Tone
  act: (change: (lines: EditLines) => EditLines) => void
}

/** Renames speakers in all lines and swaps two of them. */
export function SpeakersBar({ speakers, toneOf, act }: SpeakersBarProps) {
  const [renaming, setRenaming] = useState<string>()
  const [renamed, setRenamed] = useState<string>()
  const pairs = speakers.flatMap((one, index) =>
    speakers.slice(index + 1).map((other) => [one, other] as const),
  )
  const swap = (one: string, other: string) => act((lines) => swapSpeakers(lines, one, other))
  const [only] = pairs
  return (
    <fieldset aria-label="Speakers" className="flex min-w-0 flex-wrap items-center gap-2">
      {speakers.map((speaker) =>
        speaker === renaming ? (
          <RenameForm
            key={speaker}
            speaker={speaker}
            isOther={(name) => name !== speaker && speakers.includes(name)}
            onDone={(name) => {
              setRenaming(undefined)
              setRenamed(name ?? speaker)
              if (name !== undefined) act((lines) => renameSpeaker(lines, speaker, name))
            }}
          />
        ) : (
          <button
            key={speaker}
            type="button"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field that had the focus made way for this button
            autoFocus={speaker === renamed}
            aria-label={`Rename ${speaker}`}
            onClick={() => setRenaming(speaker)}
            className={classNames(
              'inline-flex h-8 max-w-60 items-center gap-1.5 rounded-full px-3 text-sm font-semibold hover:underline',
              softTone[toneOf(speaker)],
            )}
          >
            <span className="truncate">{speaker}</span>
            <Pencil aria-hidden size={12} className="shrink-0" />
          </button>
        ),
      )}
      {pairs.length === 1 && only && (
        <Button
          variant="secondary"
          size="sm"
          icon={ArrowLeftRight}
          title={`Swap ${only[0]} and ${only[1]}`}
          onClick={() => swap(...only)}
        >
          Swap speakers
        </Button>
      )}
      {pairs.length > 1 && (
        <Menu
          trigger={
            <Button variant="secondary" size="sm" icon={ArrowLeftRight}>
              Swap speakers
            </Button>
          }
          items={pairs.map(([one, other]) => ({
            label: `${one} and ${other}`,
            onSelect: () => swap(one, other),
          }))}
        />
      )}
    </fieldset>
  )
}

type RenameFormProps = {
  speaker: string
  isOther: (name: string) => boolean
  /** Undefined cancels. */
  onDone: (name: string | undefined) => void
}

function RenameForm({ speaker, isOther, onDone }: RenameFormProps) {
  const [typed, setTyped] = useState(speaker)
  const name = typed.trim()
  const error = name.includes(':') ? 'Speaker names can’t contain a colon.' : undefined
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!error) onDone(name && name !== speaker ? name : undefined)
      }}
    >
      <Input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus made way for this field
        autoFocus
        aria-label={`New name of ${speaker}`}
        aria-invalid={error ? true : undefined}
        aria-describedby="rename-says"
        data-own-escape=""
        maxLength={maxSpeakerCharacters}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone(undefined)
        }}
        className="h-8 w-44"
      />
      <Button type="submit" size="sm">
        Rename
      </Button>
      <Button variant="ghost" size="sm" onClick={() => onDone(undefined)}>
        Cancel
      </Button>
      <output id="rename-says" className="text-xs text-muted">
        {error ?? (isOther(name) ? 'This name is taken. The two speakers will be merged.' : '')}
      </output>
    </form>
  )
}
