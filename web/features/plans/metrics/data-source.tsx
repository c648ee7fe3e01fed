import type { DataSource } from '#contract/plans/plan-values.ts'
import { classNames } from '#web/ui/class-names.ts'
import { solidTone, type Tone } from '#web/ui/tone.ts'
import { inferredMark } from '../values/value.tsx'

type Style = { label: string; tone: Tone; shape: string }

const styles: Record<DataSource, Style> = {
  manual: { label: 'Manual', tone: 'brand', shape: 'rounded-full' },
  transcription: { label: 'Transcription', tone: 'purple', shape: '' },
  document_upload: { label: 'Document', tone: 'blue', shape: 'rotate-45 scale-90' },
  device: { label: 'Device', tone: 'amber', shape: 'h-1.5!' },
}

/** Where the values of a metric come from (docs/product.md, "Metric values"). */
export const Source = ({ source }: { source: DataSource }) => {
  const { label, tone, shape } = styles[source]
  return (
    <span className="inline-flex items-center gap-1.5">
      <span
        aria-hidden
        className={classNames('inline-block size-2.5 shrink-0', shape, solidTone[tone])}
      />
      {label}
    </span>
  )
}

export const SourceLegend = () => (
  <ul
    aria-label="Where values come from"
    className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-3 text-xs text-muted"
  >
    {legend.map(([source, description]) => (
      <li key={source} className="flex items-center gap-1.5">
        <Source source={source} />
        <span>({description})</span>
      </li>
    ))}
    <li>Dashed: not confirmed</li>
    <li>{inferredMark}: inferred, no number mentioned</li>
  </ul>
)
const legend: readonly (readonly [DataSource, string])[] = [
  ['manual', 'entered by a person'],
  ['transcription', 'found in a session'],
  ['document_upload', 'from an uploaded document'],
  ['device', 'measured by a device'],
]
