import { classNames } from './class-names.ts'

/** How a part of a bar looks, in the plot and in the legend. */
export const partStyles = {
  green: {
    fill: 'fill-green-soft stroke-green',
    ink: 'fill-green-ink',
    swatch: 'bg-green-soft border-green',
  },
  amber: {
    fill: 'fill-amber-soft stroke-amber',
    ink: 'fill-amber-ink',
    swatch: 'bg-amber-soft border-amber',
  },
  red: { fill: 'fill-red-soft stroke-red', ink: 'fill-red-ink', swatch: 'bg-red-soft border-red' },
  blue: {
    fill: 'fill-blue-soft stroke-blue',
    ink: 'fill-blue-ink',
    swatch: 'bg-blue-soft border-blue',
  },
  neutral: {
    fill: 'fill-sunken stroke-outline',
    ink: 'fill-ink',
    swatch: 'bg-sunken border-outline',
  },
}

export type PartStyle = (typeof partStyles)['green']

type Part = { style: PartStyle; value: number; label: string }
type StackedBar = {
  key: string
  /** From bottom to top; null where they are not shown. */
  parts: readonly Part[] | null
}

/** Percent of the plot's height in which a label can be read. */
const minLabelHeight = 9

type StackedBarsProps = {
  bars: readonly StackedBar[]
  /** The upper end of the axis. */
  top: number
}

/** The plot of a ChartFrame. All lengths are percentages, so it fits any width. */
export function StackedBars({ bars, top }: StackedBarsProps) {
  const slot = 100 / bars.length
  const width = Math.min(0.7 * slot, 14)
  return (
    <svg className="size-full overflow-visible">
      {bars.map(({ key, parts }, index) => {
        const center = slot * (index + 0.5)
        const place = { x: `${center - width / 2}%`, width: `${width}%` }
        return parts ? (
          <g key={key}>
            {stackParts(parts, top).map(({ style, label, y, height }) => (
              <g key={style.fill}>
                <rect {...place} y={`${y}%`} height={`${height}%`} className={style.fill} />
                {height >= minLabelHeight && (
                  <text
                    x={`${center}%`}
                    y={`${y + height / 2}%`}
                    dy="0.35em"
                    textAnchor="middle"
                    className={classNames('text-xs font-semibold', style.ink)}
                  >
                    {label}
                  </text>
                )}
              </g>
            ))}
          </g>
        ) : (
          <rect
            key={key}
            {...place}
            y="75%"
            height="25%"
            strokeDasharray="4 4"
            className="fill-none stroke-outline"
          />
        )
      })}
      <line x1="0" x2="100%" y1="100%" y2="100%" className="stroke-outline" />
    </svg>
  )
}

/** Each part where the one below it ends, in percent of the plot from above. */
function stackParts(parts: readonly Part[], top: number) {
  let y = 100
  return parts
    .filter(({ value }) => value > 0)
    .map((part) => {
      const height = (100 * part.value) / top
      y -= height
      return { ...part, y, height }
    })
}
