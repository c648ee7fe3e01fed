import { KeptRecording } from '#web/features/recordings/recorder/kept-recording.tsx'
import { KindChoice } from '#web/features/recordings/recorder/kind-choice.tsx'
import { LevelMeter } from '#web/features/recordings/recorder/level-meter.tsx'
import { ProblemBanner } from '#web/features/recordings/recorder/problem-banner.tsx'
import type {
  KeptRecording as Kept,
  RecordingKind,
} from '#web/features/recordings/recorder/recorder-state.ts'
import {
  RunningRecording,
  type RunningState,
} from '#web/features/recordings/recorder/running-recording.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Group, Live, Stack } from './specimen.tsx'

const at = new Date('2026-11-29T10:42:00Z')
const level = () => 0.4 + 0.3 * Math.sin(performance.now() / 300)

const running: RunningState = {
  phase: 'recording',
  options: {
    ...{ sessionId: 'x', clientId: 'x', clientName: 'Anna Holm' },
    ...{ kind: 'camera', isRaw: false, speakers: 2 },
  },
  ...{ elapsedMs: 1_934_000, savedUntil: at, arrivedUntil: at, warnings: [] },
}
const states: RunningState[] = [
  running,
  { ...running, options: { ...running.options, kind: 'call' }, warnings: ['call-silent'] },
  { ...running, phase: 'paused' },
  { ...running, phase: 'stopping', warnings: ['not-arriving'] },
]
const controls = {
  getLevels: () => ({ microphone: level(), call: 0 }),
  ...{ pause: () => {}, resume: () => {}, stop: async () => {}, changeMicrophone: async () => {} },
}

const kept: Kept = {
  ...{ id: 'x', sessionId: 'x', clientId: 'x', clientName: 'Anna Holm' },
  ...{ startedAt: at, endedAt: at, durationMs: 1_934_000, bytes: 137_000_000 },
  ...{ status: 'interrupted', sent: 0, error: null },
}
const leftovers: Kept[] = [
  kept,
  { ...kept, status: 'sending', sent: 0.42 },
  { ...kept, status: 'waiting', sent: 0.42 },
  { ...kept, status: 'failed', error: 'The client has not agreed to being recorded.' },
]
const keeper = {
  ...{ finish: () => {}, discard: async () => {} },
  open: async () => new File([], 'recording.webm'),
}

export const recordings: Group[] = [
  {
    id: 'recordings',
    title: 'Recordings made here',
    about:
      'What runs stays in view above every page. What a crash left is offered until somebody decides.',
    specimens: {
      'What to record': (
        <Live<RecordingKind> start="camera">
          {(kind, setKind) => (
            <KindChoice value={kind} canRecordCalls={false} isDisabled={false} onChange={setKind} />
          )}
        </Live>
      ),
      Problem: (
        <Stack>
          <ProblemBanner problem="denied" />
        </Stack>
      ),
      Level: <LevelMeter label="Level" getLevel={level} hasWords className="w-80" />,
      Running: (
        <Stack>
          {states.map((state) => (
            <Card key={`${state.phase} ${state.options.kind}`}>
              <RunningRecording state={state} controls={controls} />
            </Card>
          ))}
        </Stack>
      ),
      'On this device': (
        <Stack>
          {leftovers.map((it) => (
            <Card key={it.status}>
              <KeptRecording kept={it} recorder={keeper} />
            </Card>
          ))}
        </Stack>
      ),
    },
  },
]
