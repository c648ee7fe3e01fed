import { Pause, Play, Square } from 'lucide-react'
import { formatTime as formatElapsed } from '#contract/rules/recording-time.ts'
import { formatTime } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { ChangeMicrophone } from './change-microphone.tsx'
import { phaseWords } from './describe-recordings.ts'
import { LevelMeter } from './level-meter.tsx'
import type { Recorder, RecorderState, RecorderWarning } from './recorder-state.ts'
import { warningWords } from './recorder-warnings.ts'

export type RunningState = Exclude<RecorderState, { phase: 'idle' }>

type RunningRecordingProps = {
  state: RunningState
  controls: Pick<Recorder, 'getLevels' | 'pause' | 'resume' | 'stop' | 'changeMicrophone'>
}

/** The recording that runs in this tab, with what steers it. */
export function RunningRecording({ state, controls }: RunningRecordingProps) {
  const { phase, options, elapsedMs, savedUntil, warnings } = state
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-44 items-center gap-2.5">
          <RedDot isStill={phase !== 'recording'} />
          <bdi className="truncate font-semibold">{options.clientName}</bdi>
          <span className="ml-auto shrink-0 font-semibold tabular-nums">
            <span className="sr-only">Recorded: </span>
            {formatElapsed(elapsedMs / 1000)}
          </span>
        </p>
        <div className="flex min-w-0 flex-1 basis-40 flex-col gap-1">
          {phase === 'recording' && <Levels kind={options.kind} getLevels={controls.getLevels} />}
          <p className="text-xs text-muted tabular-nums">
            {phase === 'paused' && 'Paused. '}
            {savedUntil && `Saved until ${formatTime(savedUntil)}`}
          </p>
        </div>
        <RecordingControls phase={phase} controls={controls} />
      </div>
      <output className="sr-only">{phaseWords[phase]}</output>
      <div aria-live="polite" className="flex flex-col gap-2 empty:hidden">
        {warnings.map((warning) => (
          <Warning key={warning} warning={warning} onMicrophone={controls.changeMicrophone} />
        ))}
      </div>
    </div>
  )
}

type RecordingControlsProps = {
  phase: RunningState['phase']
  controls: Pick<Recorder, 'pause' | 'resume' | 'stop'>
}

export function RecordingControls({ phase, controls }: RecordingControlsProps) {
  if (phase === 'starting' || phase === 'stopping')
    return <Spinner label={phase === 'starting' ? 'Starting…' : 'Saving…'} isLabelVisible />
  return (
    <div className="flex shrink-0 gap-2 max-sm:w-full max-sm:*:flex-1">
      {phase === 'paused' ? (
        <Button size="sm" variant="secondary" icon={Play} onClick={() => controls.resume()}>
          Resume
        </Button>
      ) : (
        <Button size="sm" variant="secondary" icon={Pause} onClick={() => controls.pause()}>
          Pause
        </Button>
      )}
      <Button size="sm" variant="danger" icon={Square} onClick={() => void controls.stop()}>
        Stop
      </Button>
    </div>
  )
}

export const RedDot = ({ isStill = false }: { isStill?: boolean }) => (
  <span
    aria-hidden
    className={classNames(
      'block size-3 shrink-0 rounded-full border-2 border-red forced-color-adjust-none',
      isStill ? '' : 'animate-pulse bg-red motion-reduce:animate-none',
    )}
  />
)

type LevelsProps = {
  kind: RunningState['options']['kind']
  getLevels: Recorder['getLevels']
}

function Levels({ kind, getLevels }: LevelsProps) {
  const isCall = kind === 'call'
  return (
    <div className="flex gap-3">
      <LevelMeter
        label={isCall ? 'You' : 'Sound'}
        getLevel={() => getLevels().microphone}
        className="flex-1"
      />
      {isCall && (
        <LevelMeter label="Call" getLevel={() => getLevels().call ?? 0} className="flex-1" />
      )}
    </div>
  )
}

/** Those that another microphone would end. */
const ofMicrophone: readonly RecorderWarning[] = [
  ...(['silent', 'microphone-gone', 'phone-quality', 'sample-rate-changed'] as const),
]

type WarningProps = { warning: RecorderWarning; onMicrophone: Recorder['changeMicrophone'] }

function Warning({ warning, onMicrophone }: WarningProps) {
  const { says, step } = warningWords[warning]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-amber-soft px-3 py-2 text-amber-ink forced-colors:border">
      <p className="min-w-0 flex-1 basis-56">
        <strong className="font-semibold">{says}</strong> {step}
      </p>
      {ofMicrophone.includes(warning) && <ChangeMicrophone onChange={onMicrophone} />}
    </div>
  )
}
