import type { ReactNode } from 'react'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { KeptRecording } from './kept-recording.tsx'
import { RecordButton } from './record-button.tsx'
import { recorder } from './recorder.ts'
import { RecordingControls } from './running-recording.tsx'
import { UnfinishedRecording, useUnfinishedRecordings } from './unfinished-recording.tsx'
import { useKeptRecordings, useOtherTab, useRecorderState } from './use-recorder.ts'

type RecordHereProps = { session: SessionDetail; mayRecord: boolean }

/** Recording a session in the browser: to start it, and what is under way or was left of it. */
export function RecordHere({ session, mayRecord }: RecordHereProps) {
  const { id, clientName, recording } = session
  const state = useRecorderState()
  const otherTab = useOtherTab()
  const isHere = ({ sessionId }: { sessionId: string }) => sessionId === id
  const kept = useKeptRecordings().filter(isHere)
  const unfinished = useUnfinishedRecordings(true).filter(isHere)
  // Until it has begun, the dialog that starts it stays.
  const isRunning = state.phase !== 'idle' && state.phase !== 'starting'
  if (isRunning && state.options.sessionId === id)
    return (
      <Frame label="Recording now">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <p className="min-w-0 flex-1 basis-40 font-semibold">This session is being recorded.</p>
          <RecordingControls phase={state.phase} controls={recorder} />
        </div>
      </Frame>
    )
  if (otherTab?.sessionId === id)
    return <Frame label="Recording now">Recording runs in another tab of this browser.</Frame>
  return (
    <>
      {kept.map((it) => (
        <Frame key={it.id} label="Recording on this device">
          <KeptRecording kept={it} recorder={recorder} />
        </Frame>
      ))}
      {unfinished.map((it) => (
        <Frame key={it.uploadId} label="Unfinished recording">
          <UnfinishedRecording unfinished={it} />
        </Frame>
      ))}
      {mayRecord && (
        <Frame label="Record this session">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <p className="min-w-0 flex-1 basis-56">
              <span className="font-semibold">
                {recording ? 'Record another part' : 'Record this session'}
              </span>
              <span className="block text-muted">
                {isRunning || otherTab
                  ? 'Another session is being recorded in this browser.'
                  : recording
                    ? 'Both parts become one recording.'
                    : 'With this device, or from a video call. It’s sent while it runs.'}
              </span>
            </p>
            <RecordButton
              sessionId={id}
              clientName={clientName}
              variant={recording ? 'secondary' : 'primary'}
            />
          </div>
        </Frame>
      )}
    </>
  )
}

const Frame = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label} className="rounded-md border border-line p-4">
    {children}
  </section>
)
