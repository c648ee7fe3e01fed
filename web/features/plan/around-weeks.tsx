import { Button } from '#web/ui/button.tsx'

type AroundWeeksProps = {
  /** In their order. */
  items: readonly { id: string; weekNumber: number; label: string; onOpen: () => void }[]
  shown: readonly number[]
}

/**
 * What lies behind the last shown week, and from times when none was refused what lies before the plan: nothing is out of
 * reach.
 */
export function AroundWeeks({ items, shown }: AroundWeeksProps) {
  const [first = 1, last = 1] = [shown[0], shown.at(-1)]
  const groups = [
    { title: 'Before the plan began:', isIn: (week: number) => first === 1 && week < 1 },
    { title: 'After these weeks:', isIn: (week: number) => week > last },
  ]
  return groups.map(({ title, isIn }) => {
    const around = items.filter(({ weekNumber }) => isIn(weekNumber))
    if (!around.length) return null
    return (
      <div key={title} className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
        <p className="text-muted">{title}</p>
        <ul className="flex flex-wrap gap-2">
          {around.map(({ id, label, onOpen }) => (
            <li key={id}>
              <Button variant="secondary" size="sm" onClick={onOpen}>
                {label}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    )
  })
}
