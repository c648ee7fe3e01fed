import { Dialog } from '#web/ui/dialog.tsx'

/** In the words of the list that `?` shows. With Alt they work while one types, too. */
const keys: readonly [keys: readonly string[], what: string][] = [
  [['K', 'Alt K'], 'Play or pause'],
  [['J', 'Alt J'], 'Back 5 seconds'],
  [['>'], 'Faster'],
  [['<'], 'Slower'],
  [['N'], 'Next unsure word'],
  [['Shift N'], 'Unsure word before it'],
  [['Tab'], 'In the transcript: next unsure word'],
  [['Shift Tab'], 'In the transcript: unsure word before it'],
  [['/'], 'Search in the transcript'],
  [['Enter'], 'In the search: next place'],
  [['Shift Enter'], 'In the search: place before it'],
  [['Ctrl Z'], 'In corrections: a step back'],
  [['Ctrl Y'], 'In corrections: the step again'],
  [['↑', '↓'], 'In the values: one up or down'],
  [['Enter', 'C'], 'Confirm the value'],
  [['E'], 'Correct the value'],
  [['R', 'X'], 'Reject the value'],
  [['P'], 'Play what was said for it'],
  [['U'], 'Take the decision back'],
  [['?'], 'These keys'],
]

type KeyListProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** What `?` shows; what the keys do stands in `use-drawer-keys.ts`, or with what they act on. */
export const KeyList = (props: KeyListProps) => (
  <Dialog {...props} size="sm" title="Keys">
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
      {keys.map(([names, what]) => (
        <div key={what} className="col-span-2 grid grid-cols-subgrid">
          <dt className="flex flex-wrap gap-1 self-start">
            {names.map((name) => (
              <kbd
                key={name}
                className="rounded-md border border-line bg-sunken px-2 font-sans text-sm whitespace-nowrap"
              >
                {name}
              </kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
    <p className="mt-4 text-muted">Keys without Alt do nothing while you type in a field.</p>
  </Dialog>
)
