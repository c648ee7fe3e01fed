import { Users } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { type EditLines, assignLines } from './edit-lines.ts'
import { newSpeaker } from './line-row.tsx'

type SelectedLinesProps = {
  lines: EditLines
  selected: ReadonlySet<number>
  speakers: readonly string[]
  act: (change: (lines: EditLines) => EditLines) => void
  onSelect: (keys: ReadonlySet<number>) => void
}

/** Selects lines and assigns the selected ones to a speaker. Keeps its height without a selection. */
export function SelectedLines({ lines, selected, speakers, act, onSelect }: SelectedLinesProps) {
  const chosen = lines.filter(({ key }) => selected.has(key))
  const isAll = chosen.length === lines.length && lines.length > 0
  const bar = useRef<HTMLDivElement>(null)
  const assign = (to: string) => {
    act((now) => assignLines(now, selected, to))
    onSelect(new Set())
    // The button that opened the menu disappears.
    bar.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={bar} className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 px-3">
      <Checkbox
        label="Select all lines"
        checked={isAll || (chosen.length > 0 && 'indeterminate')}
        onCheckedChange={() => onSelect(new Set(isAll ? [] : lines.map(({ key }) => key)))}
      />
      <output className="text-muted">
        {chosen.length > 0
          ? `${chosen.length} of ${lines.length} selected`
          : 'Hold Shift to select a range.'}
      </output>
      {chosen.length > 0 && (
        <Menu
          trigger={
            <Button variant="secondary" size="sm" icon={Users}>
              Assign to
            </Button>
          }
          items={[...speakers, newSpeaker(speakers)].map((to) => ({
            label: speakers.includes(to) ? to : `${to} (new)`,
            onSelect: () => assign(to),
          }))}
        />
      )}
    </div>
  )
}
