import { Keyboard, Pause, Play, Undo2 } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { formatTime } from '#contract/rules/recording-time.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { backSeconds, cycleSpeed, goBack, playOrPause, seekTo } from './playback.ts'
import { TimeLine } from './time-line.tsx'
import { PictureControls } from './picture-controls.tsx'

type PlayerBarProps = {
  video: RefObject<HTMLVideoElement | null>
  /** Seconds, or 0 if unknown before playback. */
  duration: number
  places: readonly number[]
  isLarge: boolean
  onShowKeys: () => void
  children?: ReactNode
}

/** Play, back, speed and position: the only controls of the player. */
export function PlayerBar({
  video,
  duration,
  places,
  isLarge,
  onShowKeys,
  children,
}: PlayerBarProps) {
  const state = useVideoState(video, duration)
  const withVideo = (act: (video: HTMLVideoElement) => void) => () => {
    if (video.current) act(video.current)
  }
  return (
    <section aria-label="Player" className="min-w-0 flex-1">
      <div className="flex flex-wrap items-center gap-1">
        <IconButton
          label={state.isPlaying ? 'Pause' : 'Play'}
          icon={state.isPlaying ? Pause : Play}
          size="sm"
          aria-keyshortcuts="k Alt+k"
          onClick={withVideo(playOrPause)}
        />
        <IconButton
          label={`Back ${backSeconds} seconds`}
          icon={Undo2}
          size="sm"
          aria-keyshortcuts="j Alt+j"
          onClick={withVideo(goBack)}
        />
        <Button
          variant="ghost"
          size="sm"
          className="w-16 tabular-nums"
          aria-label={`Speed: ${state.speed} times`}
          onClick={withVideo(cycleSpeed)}
        >
          {state.speed}×
        </Button>
        <p className="ml-1 text-xs text-muted tabular-nums">
          {formatTime(state.time)}
          {state.duration > 0 && ` / ${formatTime(state.duration)}`}
        </p>
        <div className="ml-auto flex gap-1">
          {isLarge && <PictureControls video={video} />}
          <IconButton
            label="Keyboard shortcuts"
            icon={Keyboard}
            size="sm"
            className="max-md:hidden"
            aria-keyshortcuts="?"
            onClick={onShowKeys}
          />
        </div>
      </div>
      <TimeLine
        {...state}
        places={places}
        onSeek={(seconds) => {
          state.setTime(seconds)
          if (video.current) seekTo(video.current, seconds)
        }}
      />
      {children}
    </section>
  )
}

const stateEvents = [
  ...['timeupdate', 'seeking', 'seeked', 'play', 'pause', 'ended', 'ratechange'],
  ...['loadedmetadata', 'durationchange'],
]

/** The state of the video element. */
function useVideoState(ref: RefObject<HTMLVideoElement | null>, known: number) {
  const [time, setTime] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState(1)
  const [duration, setDuration] = useState(known)
  useEffect(() => {
    const video = ref.current
    if (!video) return
    const read = () => {
      setTime(video.currentTime)
      setPlaying(!video.paused && !video.ended)
      setSpeed(video.playbackRate)
      if (Number.isFinite(video.duration)) setDuration(video.duration)
    }
    for (const event of stateEvents) video.addEventListener(event, read)
    return () => {
      for (const event of stateEvents) video.removeEventListener(event, read)
    }
  }, [ref])
  return { time, setTime, isPlaying, speed, duration: duration || known }
}
