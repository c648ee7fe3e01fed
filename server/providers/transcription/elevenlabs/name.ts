import type { AudioAnalysis } from '../local/sound/analyze-recording.ts'

type Heard = Pick<AudioAnalysis, 'duration' | 'peak' | 'stated'>
type Parts = { id: string; begunAt: number; listened: Heard }

/** The name of work that goes on there, with what was heard of its recording: only the sound of it was sent. */
export const externalIdOf = ({ id, begunAt, listened: { duration, peak, stated } }: Parts) =>
  [
    id,
    Math.round(begunAt / 1000),
    duration.toFixed(2),
    peak,
    stated ? stated.duration.toFixed(2) : '',
    stated?.isCutOff ? 'cut' : '',
  ].join('~')

export function parseExternalId(name: string): Parts {
  const [id = '', begunAt, duration, peak, stated, isCutOff] = name.split('~')
  return {
    id,
    begunAt: Number(begunAt) * 1000,
    listened: {
      duration: Number(duration),
      peak: Number(peak),
      stated: stated ? { duration: Number(stated), isCutOff: isCutOff === 'cut' } : undefined,
    },
  }
}
