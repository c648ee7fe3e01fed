/** A picture for a recording without a camera. Encoders send nothing for one that never changes. */
export function openStillPicture() {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 360
  const paper = canvas.getContext('2d')
  let paints = 0
  function paint() {
    if (!paper) return
    paper.fillStyle = '#1f2a2a'
    paper.fillRect(0, 0, canvas.width, canvas.height)
    paper.fillStyle = '#e8eeec'
    paper.font = '28px sans-serif'
    paper.textAlign = 'center'
    paper.fillText('Sound recording', canvas.width / 2, canvas.height / 2)
    paper.fillStyle = paints++ % 2 ? '#e8eeec' : '#5fa79a'
    paper.fillRect(canvas.width / 2 - 4, canvas.height / 2 + 24, 8, 8)
  }
  paint()
  const [track] = canvas.captureStream().getVideoTracks()
  if (!track) throw new DOMException('This browser cannot record a picture.', 'NotSupportedError')
  return { track, paint }
}
