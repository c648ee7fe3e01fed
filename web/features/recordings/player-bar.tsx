import { Keyboard, Pause, Play, Undo2, Maximize, Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { formatTime } from '#contract/rules/recording-time.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { backSeconds, cycleSpeed, goBack, playOrPause, seekTo } from './playback.ts'

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

type PictureControlsProps = { video: RefObject<HTMLVideoElement | null> }

const PictureControls = ({ video }: PictureControlsProps) => {
  const isMuted = useMuted(video)
  const withVideo = (act: (video: HTMLVideoElement) => void) => () => {
    if (video.current) act(video.current)
  }
  return (
    <>
      <IconButton
        label={isMuted ? 'Sound on' : 'Sound off'}
        icon={isMuted ? VolumeX : Volume2}
        size="sm"
        onClick={withVideo((it) => {
          it.muted = !it.muted
        })}
      />
      <IconButton label="Full screen" icon={Maximize} size="sm" onClick={withVideo(toFullScreen)} />
    </>
  )
}

function useMuted(ref: RefObject<HTMLVideoElement | null>) {
  const [isMuted, setMuted] = useState(false)
  useEffect(() => {
    const video = ref.current
    if (!video) return undefined
    const read = () => setMuted(video.muted)
    read()
    video.addEventListener('volumechange', read)
    return () => video.removeEventListener('volumechange', read)
  }, [ref])
  return isMuted
}

/** In full screen the browser's own controls replace the player bar. */
function toFullScreen(video: HTMLVideoElement) {
  // iPhones have a full-screen player of their own.
  if (!document.fullscreenEnabled) {
    if ('webkitEnterFullscreen' in video && typeof video.webkitEnterFullscreen === 'function')
      video.webkitEnterFullscreen()
    return
  }
  const tell = () => {
    video.controls = document.fullscreenElement === video
    if (!video.controls) video.removeEventListener('fullscreenchange', tell)
  }
  video.addEventListener('fullscreenchange', tell)
  void video.requestFullscreen().catch(() => video.removeEventListener('fullscreenchange', tell))
}

type TimeLineProps = {
  time: number
  duration: number
  /** Seconds of the marks. */
  places: readonly number[]
  onSeek: (seconds: number) => void
}

/** The position slider, with a mark for each place. */
function TimeLine({ time, duration, places, onSeek }: TimeLineProps) {
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
