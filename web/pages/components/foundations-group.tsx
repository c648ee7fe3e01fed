import { BrandMark } from '../../ui/brand-mark.tsx'
import { Group, Specimen } from './specimen.tsx'

// Whole class names, because Tailwind reads them from the source.
const grounds = [
  ['canvas', 'bg-canvas'],
  ['surface', 'bg-surface'],
  ['sunken', 'bg-sunken'],
  ['line', 'bg-line'],
  ['outline', 'bg-outline'],
  ['muted', 'bg-muted'],
  ['ink', 'bg-ink'],
] as const
const hues = [
  ['brand', 'bg-brand', 'bg-brand-soft text-brand-ink'],
  ['red', 'bg-red', 'bg-red-soft text-red-ink'],
  ['amber', 'bg-amber', 'bg-amber-soft text-amber-ink'],
  ['green', 'bg-green', 'bg-green-soft text-green-ink'],
  ['blue', 'bg-blue', 'bg-blue-soft text-blue-ink'],
  ['purple', 'bg-purple', 'bg-purple-soft text-purple-ink'],
] as const
const sizes = [
  ['xl, 28 px', 'text-xl font-semibold tracking-tight'],
  ['lg, 20 px', 'text-lg font-semibold'],
  ['base, 16 px', 'text-base'],
  ['sm, 14 px', 'text-sm'],
  ['xs, 12 px', 'text-xs'],
] as const

export function FoundationsGroup() {
  return (
    <Group
      id="foundations"
      title="Foundations"
      about="Warm grays, one quiet brand color and five meaningful hues. Five sizes, two weights."
    >
      <Specimen title="Brand mark">
        <BrandMark className="size-6" />
        <BrandMark />
        <BrandMark className="size-12" />
      </Specimen>
      <Specimen title="Grays">
        {grounds.map(([name, ground]) => (
          <div key={name} className="w-24">
            <div className={`h-12 rounded-md border border-line ${ground}`} />
            <p className="mt-1 text-xs text-muted">{name}</p>
          </div>
        ))}
      </Specimen>
      <Specimen title="Colors with their soft background and text color">
        {hues.map(([name, solid, soft]) => (
          <div key={name} className="w-28 overflow-hidden rounded-md border border-line">
            <div className={`h-8 ${solid}`} />
            <p className={`px-2 py-1.5 text-xs font-semibold ${soft}`}>{name}</p>
          </div>
        ))}
      </Specimen>
      <Specimen title="Text" isStacked>
        {sizes.map(([name, look]) => (
          <p key={name} className="flex flex-wrap items-baseline gap-x-4">
            <span className="w-20 shrink-0 text-xs text-muted">{name}</span>
            <span className={look}>A calm place for a hard week</span>
          </p>
        ))}
      </Specimen>
    </Group>
  )
}
