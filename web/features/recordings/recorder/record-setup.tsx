import { CircleDot } from 'lucide-react'
import { useEffect, useState } from 'react'
import { maxSpeakers } from '#contract/recordings/recordings.ts'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { CameraPicture } from './camera-picture.tsx'
import { KindChoice } from './kind-choice.tsx'
import { LevelMeter } from './level-meter.tsx'
import { explainError, isAllowedAlready, type Preview } from './media-access.ts'
import { canRecordCalls, isIos, type MediaProblem } from './media-problems.ts'
import { ProblemBanner } from './problem-banner.tsx'
import { findDevice, recordChoice, type RememberedDevice, suggestKind } from './record-choice.ts'
import { SayAloud } from './say-aloud.tsx'
import { recorder } from './recorder.ts'
import { usePreview } from './use-preview.ts'

type RecordSetupProps = {
  session: SessionDetail
  isStarting: boolean
  onStarting: (isStarting: boolean) => void
  onClose: () => void
}

const memory = recordChoice(localStorage)

/** What is recorded and by which devices, each seen or heard before it begins. */
export function RecordSetup({ session, isStarting, onStarting, onClose }: RecordSetupProps) {
  const isDigital = session.sessionType === 'digital'
  const canCall = canRecordCalls(navigator, navigator.mediaDevices)
  const [remembered] = useState(() => memory.recall())
  const [kind, setKind] = useState(() =>
    suggestKind(remembered, { isCall: isDigital, canRecordCalls: canCall }),
  )
  const [isRaw, setRaw] = useState(remembered.isRaw)
  const [speakers, setSpeakers] = useState(remembered.speakers)
  const [microphone, setMicrophone] = useState(remembered.microphone)
  const [camera, setCamera] = useState(remembered.camera)
  const [isWanted, setWanted] = useState(false)
  const [refusal, setRefusal] = useState<MediaProblem>()
  const withCamera = kind === 'camera'
  const { opened, problem, isOpening, tryAgain } = usePreview(
    {
      ...{ kind, isRaw },
      ...(microphone && { microphoneId: microphone.id }),
      ...(camera && { cameraId: camera.id }),
    },
    isWanted && !isStarting,
  )
  useEffect(() => {
    if (isWanted) return
    void isAllowedAlready(withCamera).then((isAllowed) => isAllowed && setWanted(true))
  }, [isWanted, withCamera])
  // Ids change when site data is deleted: then the label tells which device was meant.
  const meant = opened && findDevice(listDevices(opened, 'audioinput'), microphone)
  if (meant && microphone && meant.deviceId !== microphone.id) setMicrophone(toRemembered(meant))

  async function start() {
    if (!opened) return
    const used = {
      microphone: rememberDevice(opened, 'audioinput', opened.microphoneId) ?? microphone,
      camera: rememberDevice(opened, 'videoinput', opened.cameraId) ?? camera,
    }
    onStarting(true)
    setRefusal(undefined)
    memory.remember({
      ...{ isRaw, speakers, ...used },
      kinds: { ...remembered.kinds, [isDigital ? 'call' : 'room']: kind },
    })
    // Some phones give a microphone to one at a time.
    opened.close()
    try {
      await recorder.start({
        ...{ sessionId: session.id, clientId: session.clientId, clientName: session.clientName },
        ...{ kind, isRaw, speakers },
        ...(opened.microphoneId && { microphoneId: opened.microphoneId }),
        ...(withCamera && opened.cameraId && { cameraId: opened.cameraId }),
      })
      onStarting(false)
      onClose()
    } catch (error) {
      setRefusal(await explainError(error, { withCamera, isOfCall: kind === 'call' }))
      onStarting(false)
    }
  }

  const shown = refusal ?? problem
  return (
    <div className="flex flex-col gap-5">
      <KindChoice
        value={kind}
        canRecordCalls={canCall}
        isDisabled={isStarting}
        onChange={(chosen) => {
          setRefusal(undefined)
          setKind(chosen)
        }}
      />
      {shown && <ProblemBanner problem={shown} />}
      {isWanted && opened && !problem ? (
        <Devices
          opened={opened}
          withCamera={withCamera}
          isDisabled={isStarting || isOpening}
          onMicrophone={setMicrophone}
          onCamera={setCamera}
        />
      ) : (
        <div className="flex flex-col items-start gap-3">
          {!shown && <p>{question[withCamera ? 'both' : 'microphone']}</p>}
          <Button
            variant={shown ? 'secondary' : 'primary'}
            isPending={isWanted && isOpening}
            pendingLabel="Waiting for the browser…"
            onClick={() => {
              setWanted(true)
              if (isWanted) tryAgain()
            }}
          >
            {shown ? 'Try again' : `Allow ${withCamera ? 'camera and microphone' : 'microphone'}`}
          </Button>
        </div>
      )}
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Field label="Number of speakers">
          {(control) => (
            <Select
              {...control}
              value={String(speakers)}
              onValueChange={(value) => setSpeakers(Number(value))}
              options={speakerOptions}
            />
          )}
        </Field>
        <Checkbox
          className="sm:pt-8"
          label="Without noise suppression"
          checked={isRaw}
          disabled={isStarting}
          onCheckedChange={setRaw}
        />
      </div>
      <Advice isCall={kind === 'call'} />
      <SayAloud label="Say aloud when you start">
        “I’m recording from now on, as you agreed. Tell me if you’d like me to stop.”
      </SayAloud>
      <div className="sticky -bottom-6 z-20 -mx-6 -mb-6 flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-6 py-4">
        <Button variant="secondary" disabled={isStarting} onClick={onClose}>
          Cancel
        </Button>
        <Button
          icon={CircleDot}
          disabled={!opened || problem !== undefined}
          isPending={isStarting}
          pendingLabel="Starting…"
          onClick={() => void start()}
        >
          Start recording
        </Button>
      </div>
    </div>
  )
}

const question = {
  microphone: 'The browser asks for the microphone first. Nothing is recorded yet.',
  both: 'The browser asks for the camera and microphone first. Nothing is recorded yet.',
}

const speakerOptions = Array.from({ length: maxSpeakers }, (_, index) => ({
  ...{ value: String(index + 1), label: String(index + 1) },
}))

const toRemembered = ({ deviceId, label }: MediaDeviceInfo): RememberedDevice => ({
  ...{ id: deviceId, label },
})

const listDevices = ({ devices }: Preview, kind: MediaDeviceKind) =>
  devices.filter((it) => it.kind === kind)

function rememberDevice(opened: Preview, kind: MediaDeviceKind, id: string | undefined) {
  const used = listDevices(opened, kind).find(({ deviceId }) => deviceId === id)
  return used && toRemembered(used)
}

type DevicesProps = {
  opened: Preview
  withCamera: boolean
  isDisabled: boolean
  onMicrophone: (device: RememberedDevice) => void
  onCamera: (device: RememberedDevice) => void
}

const Devices = ({ opened, withCamera, isDisabled, onMicrophone, onCamera }: DevicesProps) => (
  <div className={withCamera ? 'grid gap-x-6 gap-y-4 sm:grid-cols-2' : ''}>
    {withCamera && <CameraPicture stream={opened.stream} />}
    <div className="flex min-w-0 flex-col gap-4">
      <DeviceSelect
        label="Microphone"
        devices={listDevices(opened, 'audioinput')}
        value={opened.microphoneId}
        isDisabled={isDisabled}
        onChange={onMicrophone}
      />
      <LevelMeter label="Microphone level" getLevel={opened.getLevel} hasWords />
      {withCamera && (
        <DeviceSelect
          label="Camera"
          devices={listDevices(opened, 'videoinput')}
          value={opened.cameraId}
          isDisabled={isDisabled}
          onChange={onCamera}
        />
      )}
    </div>
  </div>
)

type DeviceSelectProps = {
  label: string
  devices: readonly MediaDeviceInfo[]
  value: string | undefined
  isDisabled: boolean
  onChange: (device: RememberedDevice) => void
}

const DeviceSelect = ({ label, devices, value, isDisabled, onChange }: DeviceSelectProps) => (
  <Field label={label}>
    {(control) => (
      <Select
        {...control}
        value={value}
        disabled={isDisabled}
        onValueChange={(id) => {
          const chosen = devices.find(({ deviceId }) => deviceId === id)
          if (chosen) onChange(toRemembered(chosen))
        }}
        options={devices.map((it, index) => ({
          value: it.deviceId,
          label: it.label || `${label} ${index + 1}`,
        }))}
      />
    )}
  </Field>
)

/** What no software can do. */
function Advice({ isCall }: { isCall: boolean }) {
  const tips = [
    ...(isCall
      ? [
          'Use headphones, or the client’s voice is recorded twice.',
          'When you start, the browser asks what to share: choose the call and switch on its sound.',
        ]
      : []),
    ...(isIos(navigator)
      ? [
          'A phone call or a locked screen interrupts the recording: switch on Do Not Disturb, and keep this page in view.',
        ]
      : []),
  ]
  if (!tips.length) return null
  return (
    <ul className="list-disc pl-5 text-muted">
      {tips.map((tip) => (
        <li key={tip}>{tip}</li>
      ))}
    </ul>
  )
}
