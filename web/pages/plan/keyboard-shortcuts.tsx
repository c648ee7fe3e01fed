import { Dialog } from '#web/ui/dialog.tsx'

/** Keys with Alt also work while typing. */
const keys: readonly [keys: readonly string[], what: string][] = [
  [['K', 'Alt K'], 'Play or pause'],
  [['J', 'Alt J'], 'Back 5 seconds'],
  [['>'], 'Faster'],
  [['<'], 'Slower'],
  [['N'], 'Next uncertain word'],
  [['Shift N'], 'Previous uncertain word'],
  [['Tab'], 'Transcript: next uncertain word'],
  [['Shift Tab'], 'Transcript: previous uncertain word'],
  [['/'], 'Search in the transcript'],
  [['Enter'], 'Search: next match'],
  [['Shift Enter'], 'Search: previous match'],
  [['Ctrl Z'], 'Corrections: undo'],
  [['Ctrl Y'], 'Corrections: redo'],
  [['↑', '↓'], 'Values: previous or next'],
  [['Enter', 'C'], 'Confirm the value'],
  [['E'], 'Correct the value'],
  [['R', 'X'], 'Reject the value'],
  [['P'], 'Play its quote'],
  [['U'], 'Undo the decision'],
  [['?'], 'Show this list'],
]

type KeyListProps = { isOpen: boolean; onClose: () => void }

/** The dialog that `?` opens. The keys are handled in `use-drawer-keys.ts` and in the components that they act on. */
export const KeyboardShortcuts = (props: KeyListProps) => (
  <Dialog {...props} size="sm" title="Keyboard shortcuts">
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
    <p className="mt-4 text-muted">Shortcuts without Alt don’t work while you type in a field.</p>
  </Dialog>
)
