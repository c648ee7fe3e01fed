/** The picture behind the headline. */
export function Shore() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1440 640"
      preserveAspectRatio="xMidYMax slice"
      className="absolute inset-0 size-full"
    >
      <circle cx="1120" cy="150" r="96" className="fill-brand" opacity="0.12" />
      <circle cx="1120" cy="150" r="150" className="fill-brand" opacity="0.05" />
      {swells.map(({ y, height, shift, opacity }) => (
        <path key={y} d={swell(y, height, shift)} className="fill-brand" opacity={opacity} />
      ))}
    </svg>
  )
}

const swells = [
  { y: 400, height: 46, shift: -180, opacity: 0.05 },
  { y: 460, height: 36, shift: -420, opacity: 0.07 },
  { y: 515, height: 26, shift: -60, opacity: 0.1 },
  { y: 565, height: 16, shift: -300, opacity: 0.16 },
  { y: 608, height: 8, shift: -120, opacity: 0.26 },
]

/** Waves of 720 units, begun `shift` units left of the picture, over a filled sea. */
const swell = (y: number, height: number, shift: number) =>
  `M${shift} ${y}` + `c120-${height} 240-${height} 360 0s240 ${height} 360 0`.repeat(3) + 'V640H0z'
