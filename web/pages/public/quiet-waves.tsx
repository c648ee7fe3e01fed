/** The picture beside forms on wide screens; it stays in view beside a long document. */
export function QuietWaves() {
  return (
    <div
      aria-hidden
      data-edge-to-edge
      className="sticky top-0 h-dvh overflow-hidden bg-brand-soft max-lg:hidden print:hidden"
    >
      <svg
        viewBox="0 0 600 800"
        preserveAspectRatio="xMidYMax slice"
        className="absolute inset-0 size-full"
      >
        <circle cx="420" cy="240" r="84" className="fill-brand" opacity="0.14" />
        {waves.map(({ y, height, opacity }) => (
          <path key={y} d={wave(y, height)} className="fill-brand" opacity={opacity} />
        ))}
      </svg>
    </div>
  )
}

const waves = [
  { y: 430, height: 60, opacity: 0.1 },
  { y: 500, height: 44, opacity: 0.16 },
  { y: 570, height: 30, opacity: 0.24 },
  { y: 640, height: 18, opacity: 0.34 },
  { y: 710, height: 8, opacity: 0.5 },
]

const wave = (y: number, height: number) =>
  `M0 ${y}c100-${height} 200-${height} 300 0s200 ${height} 300 0V800H0z`
