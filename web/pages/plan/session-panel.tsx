import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { continueUpload } from '#contract/recordings/recordings.ts'
import { canPlay } from '#web/features/recordings/playback.ts'
import { useRecordedHere } from '#web/features/recordings/recorder/recorded-sessions.ts'
import { isUploadRunning, getUploadStatus } from '#web/features/recordings/upload-state.ts'
import { RecordingPlayer } from '#web/features/recordings/recording-player.tsx'
import { uploads, useSentByOtherWindow, useUpload } from '#web/features/recordings/uploads.ts'
import { SessionFacts } from '#web/features/sessions/session-facts.tsx'
import { SessionOverview } from '#web/features/sessions/session-overview.tsx'
import { useTranscription } from '#web/features/transcriptions/use-transcription.ts'
import { type FormDraft, draftsOfOpenForms } from '#web/form/form-drafts.ts'
import { useUrlState } from '#web/lib/url-state.ts'
import { useSession } from '#web/lib/session-queries.ts'
import { planAddress } from '#web/lib/plan-address.ts'
import { isNotFound, isNotFoundOrInvalid, ReadState } from '#web/parts/read-state.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { twoColumnQuery, useMediaQuery } from '#web/ui/use-media-query.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import { NextStep } from './next-step.tsx'
import { getNextStep } from './get-next-step.ts'
import { SessionAside, SessionSkeleton, tabPlaces } from './session-layout.tsx'
import { useDrawerKeys } from './use-drawer-keys.ts'
import { useTranscriptPlayer } from './use-transcript-player.ts'

/** Loaded with their tabs: they are most of the drawer's code. */
const Transcripts = lazyComponent(
  async () => (await import('#web/features/transcriptions/transcripts.tsx')).Transcripts,
  'The transcripts could not be loaded.',
)

const fetchRecordingTab = async () => (await import('./recording-tab.tsx')).RecordingTab
const RecordingTab = lazyComponent(fetchRecordingTab, 'The recording could not be loaded.')

const Values = lazyComponent(
  async () => (await import('./session-values.tsx')).SessionValues,
  'The values could not be loaded.',
)

const Brief = lazyComponent(
  async () => (await import('./session-brief.tsx')).SessionBrief,
  'The brief could not be loaded.',
)

const Note = lazyComponent(
  async () => (await import('#web/features/notes/private-note.tsx')).PrivateNote,
  'The note could not be loaded.',
)

const KeyboardShortcuts = lazyComponent(
  async () => (await import('./keyboard-shortcuts.tsx')).KeyboardShortcuts,
  'The dialog could not be loaded.',
)

const DeletedSession = lazyComponent(
  async () => (await import('./deleted-session.tsx')).DeletedSession,
  'This session was deleted',
)

type SessionPanelProps = {
  sessionId: string
  clientId: string
  clientName: string
  onClose: () => void
}

/** One session, loading, failed, deleted or ready. */
export function SessionPanel({ sessionId, clientId, clientName, onClose }: SessionPanelProps) {
  const read = useSession(sessionId)
  const isDeleted = read.data !== undefined && isNotFound(read.error)
  const [typed, setTyped] = useState<readonly FormDraft[]>()
  // Collected before the forms unmount.
  if (isDeleted && !typed) setTyped(draftsOfOpenForms(sessionId))
  if (typed) return <DeletedSession typed={typed} onClose={onClose} />
  return (
    <ReadState
      read={read}
      loading={<SessionSkeleton />}
      failed={isNotFoundOrInvalid(read.error) ? notFound : 'The session could not be loaded'}
    >
      {(session) =>
        // The URL may pair a session with another client's plan.
        session.clientId === clientId ? (
          <SessionTabs session={session} clientName={clientName} onClose={onClose} />
        ) : (
          <ErrorState title={notFound} />
        )
      }
    </ReadState>
  )
}

const notFound = 'Session not found'

type SessionTabsProps = { session: SessionDetail; clientName: string; onClose: () => void }

function SessionTabs({ session, clientName, onClose }: SessionTabsProps) {
  const { values, change } = useUrlState(planAddress)
  const transcription = useTranscription(session)
  const upload = useUpload(session.id)
  /** While an upload runs, the tabs are disabled (docs/product.md, "Session drawer"). */
  const isLocked = isUploadRunning(upload)
  const tab = isLocked ? 'recording' : (values.tab ?? 'overview')
  /** Opens the file dialog once the recording tab has mounted. */
  const [isChoosing, setChoosing] = useState(false)
  const setTab = (next: string, choosing = false) => {
    setChoosing(choosing)
    // A quote to play is dropped when the tab is left.
    change({ tab: next, play: '' })
  }
  const listening = useTranscriptPlayer(session, tab)
  const { video, said, places, current, seek } = listening
  useUploadSync(session, transcription.isCompleted && tab === 'transcripts')
  const [isKeyListOpen, setKeyListOpen] = useState<boolean>()
  const place = useRef<HTMLDivElement>(null)
  const nextUncertain = (by: 1 | -1) => {
    if (!session.hasRawTranscript) return
    setTab('transcripts')
    listening.nextUncertain(by)
  }
  useDrawerKeys(place, {
    ...listening.keys,
    nextUncertain,
    showKeys: () => setKeyListOpen(true),
  })
  const stand = getUploadStatus(
    upload,
    uploads.recall(session.id) !== null,
    useSentByOtherWindow(session.id),
  )
  const step = getNextStep({
    ...session,
    upload: stand,
    recordedHere: useRecordedHere(session.id),
    isTranscribing: transcription.isRunning,
    isSilent: listening.isSilent,
  })
  const isToChoose =
    !session.recording && (stand === 'none' || stand === 'interrupted' || stand === 'refused')
  // Browsers open a file dialog only shortly after a click, so its code is loaded ahead; the tab itself reports a failure.
  useEffect(() => {
    if (isToChoose) fetchRecordingTab().catch(() => {})
  }, [isToChoose])
  function continueUpload() {
    const { id, clientId } = session
    const isToSend = stand === 'chosen' || stand === 'broken'
    if (stand === 'refused') uploads.cancel(id)
    if (stand === 'paused') uploads.resume(id)
    setTab('recording', isToChoose)
    if (isToSend) uploads.upload(id, { id: clientId, name: clientName })
  }
  const recording = session.recording && canPlay(session.recording) ? session.recording : undefined
  /** Missing where the transcript's times belong to another recording. */
  const timed = session.isOfEarlierRecording ? undefined : recording
  const isWide = useMediaQuery(twoColumnQuery)
  const isLarge = isWide || tab === 'recording'
  const hasLines = recording !== undefined && listening.hasLines
  const nextStep = (
    <NextStep
      step={step}
      session={session}
      tab={tab}
      upload={upload}
      isSilent={listening.isSilent}
      transcription={transcription}
      onShow={setTab}
      onUpload={continueUpload}
      onNextUncertain={() => nextUncertain(1)}
      onPlay={timed && seek}
    />
  )
  const note = <Note clientId={session.clientId} sessionId={session.id} />
  return (
    <div ref={place} className="flex flex-col gap-4">
      {isLocked && (
        <Banner tone="amber" isLive>
          <strong>Upload in progress:</strong> please do not navigate away until it is finished.
        </Banner>
      )}
      {!isWide && nextStep}
      <Tabs
        label="Session"
        activation="press"
        value={tab}
        onValueChange={(next) => setTab(next)}
        {...tabPlaces(tab === 'recording' && hasLines)}
        between={
          <SessionAside tab={tab} hasRecording={recording !== undefined} hasLines={hasLines}>
            {isWide && nextStep}
            {recording && (
              <RecordingPlayer
                sessionId={session.id}
                recording={recording}
                video={video}
                isLarge={isLarge}
                places={timed ? places.found.map(({ seconds }) => seconds) : []}
                onTime={listening.onTime}
                onShowKeys={() => setKeyListOpen(true)}
              />
            )}
            {isWide && tab !== 'overview' && <SessionFacts session={session} nextStep={step} />}
            {isWide && note}
          </SessionAside>
        }
        tabs={[
          {
            value: 'overview',
            label: 'Overview',
            isDisabled: isLocked,
            content: <SessionOverview session={session} nextStep={step} onDeleted={onClose} />,
          },
          {
            value: 'recording',
            label: 'Recording',
            isDisabled: isLocked,
            content: (
              <RecordingTab
                session={session}
                clientName={clientName}
                transcription={transcription}
                isChoosing={isChoosing}
                onChoosing={() => setChoosing(false)}
                segments={said?.segments}
                hasLines={hasLines}
                current={current}
                onSeek={seek}
                onUncertain={listening.onUncertain}
              />
            ),
          },
          {
            value: 'transcripts',
            label: 'Transcripts',
            isDisabled: isLocked,
            content: (
              <Transcripts
                session={session}
                transcription={transcription}
                places={places}
                current={current}
                onSeek={timed && seek}
                onNextUncertain={() => nextUncertain(1)}
                onUncertain={listening.onUncertain}
                onLines={listening.correct}
              />
            ),
          },
          {
            value: 'values',
            label: 'Values',
            isDisabled: isLocked,
            content: <Values session={session} video={timed && video} />,
          },
          {
            value: 'brief',
            label: 'Brief',
            isDisabled: isLocked,
            content: <Brief session={session} clientName={clientName} />,
          },
        ]}
      />
      {!isWide && tab === 'overview' && note}
      {isKeyListOpen !== undefined && (
        <KeyboardShortcuts isOpen={isKeyListOpen} onClose={() => setKeyListOpen(false)} />
      )}
    </div>
  )
}

/** Refetches when a recording has arrived, and ends the upload's notice once it is outdated or its transcript is read. */
function useUploadSync({ id, recording }: SessionDetail, isTranscriptRead: boolean) {
  const queries = useQueryClient()
  const { phase, recordingId } = useUpload(id)
  const { dataUpdatedAt } = useSession(id)
  const asked = useRef<{ recordingId: string; at: number }>(null)
  useEffect(() => {
    if (recordingId === null || recordingId === recording?.id) return
    if (asked.current?.recordingId !== recordingId) {
      asked.current = { recordingId, at: dataUpdatedAt }
      void refetchAffected(queries, continueUpload.changes)
      // Whoever read it since. Deleted or replaced elsewhere: the notice of its arrival goes with it.
    } else if (dataUpdatedAt > asked.current.at) uploads.cancel(id)
  }, [id, recording?.id, queries, recordingId, dataUpdatedAt])

  // One from before the page was loaded anew: it is this recording, or came too late for it.
  const isOutdated = recording !== null && phase === 'idle' && uploads.recall(id) !== null
  useEffect(() => {
    if (isOutdated) uploads.cancel(id)
  }, [id, isOutdated])

  // The notice of a transcript has done its work where that is read.
  const isRead = phase === 'uploaded' && recordingId === recording?.id && isTranscriptRead
  useEffect(() => {
    if (isRead) uploads.cancel(id)
  }, [id, isRead])
}
