import { Group } from '@visx/group'
import { Arc } from '@visx/shape'

const full = 2 * Math.PI

/** `percent` is 0 to 100. */
export const CoverageRing = ({ percent }: { percent: number }) => (
  <svg viewBox="-50 -50 100 100" aria-hidden="true" className="size-full">
    <Group>
      <Arc innerRadius={39} outerRadius={49} startAngle={0} endAngle={full} className="fill-line" />
      {percent > 0 && (
        <Arc
          innerRadius={39}
          outerRadius={49}
          cornerRadius={5}
          startAngle={0}
          endAngle={(full * Math.min(100, percent)) / 100}
          className="fill-brand"
        />
      )}
    </Group>
  </svg>
)
