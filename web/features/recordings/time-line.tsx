import { formatTime } from '#contract/rules/recording-time.ts'

type TimeLineProps = {
  time: number
  duration: number
  /** Seconds of the marks. */
  places: readonly number[]
  onSeek: (seconds: number) => void
}

/** The position slider, with a mark for each place. */
export function TimeLine({ time, duration, places, onSeek }: TimeLineProps) {
  return (
    <div className="relative h-6">
      <input
        type="range"
        aria-label="Position in the recording"
        aria-valuetext={
          duration > 0 ? `${formatTime(time)} of ${formatTime(duration)}` : formatTime(time)
        }
        min={0}
        max={duration || 1}
        step={1}
        disabled={duration === 0}
        value={Math.min(time, duration || 1)}
        onChange={({ target }) => onSeek(Number(target.value))}
        className="absolute inset-0 m-0 w-full cursor-pointer"
      />
      {duration > 0 && places.length > 0 && (
        // The middle of the thumb goes from half of its width to half of it before the end.
        <div aria-hidden className="pointer-events-none absolute inset-x-2 -bottom-1 h-2">
          {listMarks(places, duration).map((percent) => (
            <span
              key={percent}
              data-place
              style={{ left: `${percent}%` }}
              className="absolute top-0 h-2 w-0.5 -translate-x-1/2 bg-amber forced-color-adjust-none"
            />
          ))}
        </div>
      )}
    </div>
  )
}

/** In half percents, so that close marks are merged. */
const listMarks = (places: readonly number[], duration: number) => [
  ...new Set(places.map((it) => Math.round(Math.min(1, it / duration) * 200) / 2)),
]
