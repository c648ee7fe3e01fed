import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Boundary } from './boundary.tsx'
import { classNames } from './class-names.ts'
import { Missing } from './optional.tsx'

type Value = { word: string; value: string }

export type ChartColumn = {
  key: string
  /** What it is called: below the plot, in its tooltip and for those who listen. */
  label: string
  /** There is no room below the plot for the names of all. */
  isNameless?: boolean
  /** In its tooltip and for those who listen, where that is more than stands below. */
  name?: string
  isStrong?: boolean
  /** The column in figures, for its tooltip and for those who listen. */
  values: readonly Value[]
}

type ChartFrameProps = {
  /** What the chart shows. */
  label: string
  /** From left to right, all of one width. */
  columns: readonly ChartColumn[]
  /** The greatest value: with it there is an axis. */
  most?: number
  legend?: readonly { word: string; swatch: string }[]
  /** The columns are named elsewhere, as they are for a funnel. */
  isUnlabelled?: boolean
  /** The height of the plot. */
  className?: string
  /** The plot, as wide and high as its place; `top` is the upper end of the axis. It may come as a piece of its own. */
  children: (top: number) => ReactNode
}

/** What every chart has around its plot: legend, axes, and for each column a tooltip that mouse, touch and keys reach. */
export function ChartFrame({
  label,
  columns,
  most,
  legend = [],
  isUnlabelled = false,
  className = 'h-52',
  children,
}: ChartFrameProps) {
  const ticks = most === undefined ? [] : axisTicks(most)
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
            <Boundary failed={<ChartFailed />}>
              <div aria-hidden className="absolute inset-0">
                {children(top)}
              </div>
            </Boundary>
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

/** In the middle of the plot's place; the figures of its columns are still told. */
const ChartFailed = () => (
  <div className="absolute inset-0 flex items-center justify-center">
    <div className="z-10">
      <Missing>The chart could not be drawn.</Missing>
    </div>
  </div>
)

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

/** The figures of the lines; the plot's own height without the names of the columns. */
const Axis = ({ ticks, top }: { ticks: readonly number[]; top: number }) => (
  <div aria-hidden className="relative mr-2 mb-6 text-right text-xs text-muted tabular-nums">
    {/* The widest one makes the room. */}
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

const wordsOf = ({ label, name = label, values }: ChartColumn) =>
  `${name}: ${values.map(({ word, value }) => `${word} ${value}`).join(', ')}`

/** One stop for the keyboard; the arrow keys go from column to column. */
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
            aria-label={wordsOf(column)}
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
            // At the ends it would leave the plot.
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

/** Round numbers from 0 up to the first one that is not below `most`: a handful, whole ones. */
export function axisTicks(most: number): number[] {
  const rough = Math.max(1, most / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((it) => it * power).find((it) => it >= rough) ?? rough
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
