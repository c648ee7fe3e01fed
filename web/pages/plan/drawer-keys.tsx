import { type RefObject, useEffect, useRef } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'

export type DrawerKeys = {
  playOrPause: () => void
  goBack: () => void
  faster: () => void
  slower: () => void
  nextUnsure: (by: 1 | -1) => void
  showKeys: () => void
}

/** In the words of the list that `?` shows. With Alt they work while one types, too. */
const keys: readonly [keys: readonly string[], what: string][] = [
  [['K', 'Alt K'], 'Play or pause'],
  [['J', 'Alt J'], 'Back 5 seconds'],
  [['>'], 'Faster'],
  [['<'], 'Slower'],
  [['N'], 'Next unsure word'],
  [['Shift N'], 'Unsure word before it'],
  [['/'], 'Search in the transcript'],
  [['Enter'], 'In the search: next place'],
  [['Shift Enter'], 'In the search: place before it'],
  [['?'], 'These keys'],
]

/**
 * The keys of an open session, as long as nothing lies over it. One that types is left alone, but for the two that are
 * pressed with Alt for that.
 */
export function useDrawerKeys(place: RefObject<HTMLElement | null>, acts: DrawerKeys) {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return
      if (place.current?.closest('[aria-hidden="true"], [inert]') !== null) return
      const act = event.altKey
        ? withAlt(event, latest.current)
        : isTyping(event.target)
          ? undefined
          : alone(event, latest.current)
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [place])
}

/** By where the key is: with Alt some keyboards write another letter. */
function withAlt({ code, shiftKey }: KeyboardEvent, acts: DrawerKeys) {
  if (shiftKey) return undefined
  return { KeyK: acts.playOrPause, KeyJ: acts.goBack }[code]
}

function alone({ key }: KeyboardEvent, acts: DrawerKeys): (() => void) | undefined {
  switch (key) {
    case 'k':
      return acts.playOrPause
    case 'j':
      return acts.goBack
    case '>':
      return acts.faster
    case '<':
      return acts.slower
    case 'n':
      return () => acts.nextUnsure(1)
    case 'N':
      return () => acts.nextUnsure(-1)
    case '?':
      return acts.showKeys
  }
  return undefined
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=range]), textarea, select'))

type KeyListProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

export const KeyList = (props: KeyListProps) => (
  <Dialog {...props} size="sm" title="Keys">
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
      {keys.map(([names, what]) => (
        <div key={what} className="col-span-2 grid grid-cols-subgrid">
          <dt className="flex flex-wrap gap-1">
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
