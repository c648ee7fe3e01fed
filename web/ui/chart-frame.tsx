import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'

type Value = { word: string; value: string }

export type ChartColumn = {
  key: string
  label: string
  /** Shows no label below the plot. */
  isNameless?: boolean
  /** A longer label for the tooltip and screen readers. */
  name?: string
  isStrong?: boolean
  values: readonly Value[]
}

type ChartFrameProps = {
  label: string
  /** From left to right, all equally wide. */
  columns: readonly ChartColumn[]
  /** Draws an axis up to at least this value. */
  max?: number
  legend?: readonly { word: string; swatch: string }[]
  /** The columns are labeled elsewhere. */
  isUnlabelled?: boolean
  className?: string
  /** The plot, which fills its place; `top` is the end of the axis. */
  children: (top: number) => ReactNode
}

/** Legend, axes, and a tooltip for each column that mouse, touch and keyboard reach. */
export function ChartFrame({
  label,
  columns,
  max,
  legend = [],
  isUnlabelled = false,
  className = 'h-52',
  children,
}: ChartFrameProps) {
  const ticks = max === undefined ? [] : axisTicks(max)
  const top = ticks.at(-1) ?? 1
  return (
    <figure aria-label={label} className="w-full min-w-0">
      {legend.length > 0 && <Legend legend={legend} />}
      <div className="flex">
        {ticks.length > 0 && <Axis ticks={ticks} top={top} />}
        <div className="min-w-0 flex-1">
          <div className={classNames('relative', className)}>
            {ticks.map((tick) => (
              <span
                key={tick}
                style={{ bottom: `${(100 * tick) / top}%` }}
                className="absolute inset-x-0 border-t border-line"
              />
            ))}
            <div aria-hidden className="absolute inset-0">
              {children(top)}
            </div>
            <Columns columns={columns} />
          </div>
          {!isUnlabelled && (
            <div
              aria-hidden
              className="mt-1.5 grid auto-cols-fr grid-flow-col text-center text-xs text-muted"
            >
              {columns.map(({ key, label: name, isNameless, isStrong }) => (
                <span key={key} className={classNames(isStrong && 'font-semibold text-ink')}>
                  {!isNameless && name}
                </span>
              ))}
            </div>
          )}
        </div>
      </div>
    </figure>
  )
}

const Legend = ({ legend }: { legend: readonly { word: string; swatch: string }[] }) => (
  <ul aria-label="Legend" className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
    {legend.map(({ word, swatch }) => (
      <li key={word} className="flex items-center gap-1.5">
        <span
          aria-hidden
          className={classNames('size-3 border forced-color-adjust-none', swatch)}
        />
        {word}
      </li>
    ))}
  </ul>
)

/** As high as the plot without the labels below it. */
const Axis = ({ ticks, top }: { ticks: readonly number[]; top: number }) => (
  <div aria-hidden className="relative mr-2 mb-6 text-right text-xs text-muted tabular-nums">
    {/* The longest label makes the room. */}
    <span className="invisible">{top.toLocaleString('en-US')}</span>
    {ticks.map((tick) => (
      <span
        key={tick}
        style={{ bottom: `${(100 * tick) / top}%` }}
        className="absolute right-0 translate-y-1/2"
      >
        {tick.toLocaleString('en-US')}
      </span>
    ))}
  </div>
)

const describeColumn = ({ label, name = label, values }: ChartColumn) =>
  `${name}: ${values.map(({ word, value }) => `${word} ${value}`).join(', ')}`

/** One tab stop; arrow keys move between the columns. */
function Columns({ columns }: { columns: readonly ChartColumn[] }) {
  const [stop, setStop] = useState(0)
  const [shown, setShown] = useState<number>()
  const tip = shown === undefined ? undefined : columns[shown]
  const step = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const by = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key]
    if (event.key === 'Escape' && shown !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      setShown(undefined)
    }
    if (by === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(columns.length - 1, index + by))
    const button = event.currentTarget.parentElement?.children[next]
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    <>
      <div
        className="absolute inset-0 grid auto-cols-fr grid-flow-col"
        onPointerLeave={() => setShown(undefined)}
      >
        {columns.map((column, index) => (
          <button
            key={column.key}
            type="button"
            aria-label={describeColumn(column)}
            tabIndex={index === Math.min(stop, columns.length - 1) ? 0 : -1}
            onPointerEnter={() => setShown(index)}
            onFocus={() => {
              setStop(index)
              setShown(index)
            }}
            onBlur={() => setShown(undefined)}
            onKeyDown={(event) => step(event, index)}
            className="rounded-md focus-visible:-outline-offset-2"
          />
        ))}
      </div>
      {tip && shown !== undefined && (
        <div
          aria-hidden
          style={{
            left: `${(100 * (shown + 0.5)) / columns.length}%`,
            // Keeps it inside the plot.
            transform: `translateX(-${(100 * (shown + 0.5)) / columns.length}%)`,
          }}
          className="pointer-events-none absolute bottom-full z-10 mb-1 rounded-md bg-ink px-2.5 py-1.5 text-xs whitespace-nowrap text-canvas"
        >
          <p className="font-semibold">{tip.name ?? tip.label}</p>
          {tip.values.map(({ word, value }) => (
            <p key={word} className="flex justify-between gap-4">
              <span>{word}</span>
              <span className="tabular-nums">{value}</span>
            </p>
          ))}
        </div>
      )}
    </>
  )
}

/** Round whole numbers from 0 to the first that is at least `max`. */
export function axisTicks(max: number): number[] {
  const rough = Math.max(1, max / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((it) => it * power).find((it) => it >= rough) ?? rough
  const count = Math.max(1, Math.ceil(max / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
