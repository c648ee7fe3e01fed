import { ChartFrame } from '../../ui/chart-frame.tsx'
import { Group, Specimen } from './specimen.tsx'

const weeks = [
  { week: 'W1', finished: 4, failed: 1 },
  { week: 'W2', finished: 7, failed: 0 },
  { week: 'W3', finished: 6, failed: 3 },
  { week: 'W4', finished: 11, failed: 2 },
]
const columns = weeks.map(({ week, finished, failed }) => ({
  key: week,
  label: week,
  isStrong: week === 'W4',
  values: [
    { word: 'Finished', value: String(finished) },
    { word: 'Failed', value: String(failed) },
  ],
}))

export const ChartsGroup = () => (
  <Group
    id="charts"
    title="Charts"
    about="Every chart has a legend, axes and a tooltip per column, for mouse, touch and arrow keys."
  >
    <Specimen title="Chart frame" isStacked>
      <ChartFrame
        label="Transcriptions by week"
        columns={columns}
        max={13}
        legend={[
          { word: 'Finished', swatch: 'bg-brand-soft border-brand' },
          { word: 'Failed', swatch: 'bg-red-soft border-red' },
        ]}
      >
        {(top) => (
          <div className="flex h-full items-end">
            {weeks.map(({ week, finished, failed }) => (
              <div key={week} className="flex h-full flex-1 flex-col justify-end px-[4%]">
                {failed > 0 && (
                  <div
                    className="border border-red bg-red-soft"
                    style={{ height: `${(100 * failed) / top}%` }}
                  />
                )}
                <div
                  className="border border-brand bg-brand-soft"
                  style={{ height: `${(100 * finished) / top}%` }}
                />
              </div>
            ))}
          </div>
        )}
      </ChartFrame>
    </Specimen>
  </Group>
)
