import { useEffect, useRef } from 'react'

/** What the camera sees, as in a mirror. */
export function CameraPicture({ stream }: { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const shown = video.current
    if (!shown) return undefined
    shown.srcObject = stream
    return () => {
      shown.srcObject = null
    }
  }, [stream])
  return (
    <video
      ref={video}
      aria-label="Picture of the camera"
      autoPlay
      muted
      playsInline
      className="aspect-video w-full -scale-x-100 rounded-md bg-sunken object-cover"
    />
  )
}
