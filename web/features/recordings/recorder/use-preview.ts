import { useEffect, useState } from 'react'
import type { DeviceChoice } from './capture-sources.ts'
import { explainError, openPreview, type Preview } from './media-access.ts'
import type { MediaProblem } from './media-problems.ts'

/** Microphone and camera while somebody sets a recording up: open from `isWanted` on, closed with the component. */
export function usePreview(choice: DeviceChoice, isWanted: boolean) {
  const { kind, isRaw, microphoneId, cameraId } = choice
  /** The last one stays in view while another is opened. */
  const [opened, setOpened] = useState<Preview>()
  const [problem, setProblem] = useState<MediaProblem>()
  const [isOpening, setOpening] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!isWanted) return undefined
    let isOver = false
    let mine: Preview | undefined
    async function open() {
      setOpening(true)
      try {
        const it = await openPreview({
          ...{ kind, isRaw },
          ...(microphoneId && { microphoneId }),
          ...(cameraId && { cameraId }),
        })
        if (isOver) return it.close()
        mine = it
        setOpened(it)
        setProblem(undefined)
      } catch (error) {
        const found = await explainError(error, { withCamera: kind === 'camera', isOfCall: false })
        if (isOver) return
        setOpened(undefined)
        setProblem(found)
      }
      setOpening(false)
    }
    void open()
    return () => {
      isOver = true
      mine?.close()
    }
  }, [isWanted, kind, isRaw, microphoneId, cameraId, attempt])

  useEffect(() => {
    const { mediaDevices } = navigator
    if (!isWanted || !('mediaDevices' in navigator)) return undefined
    const onChange = () => setAttempt((it) => it + 1)
    mediaDevices.addEventListener('devicechange', onChange)
    return () => mediaDevices.removeEventListener('devicechange', onChange)
  }, [isWanted])
  return { opened, problem, isOpening, tryAgain: () => setAttempt((it) => it + 1) }
}
