import { Maximize, Volume2, VolumeX } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'

type PictureControlsProps = { video: RefObject<HTMLVideoElement | null> }

export const PictureControls = ({ video }: PictureControlsProps) => {
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
