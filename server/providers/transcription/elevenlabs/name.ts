import type { Listened } from '../local/listen.ts'

type Heard = Pick<Listened, 'duration' | 'peak' | 'stated'>
type Parts = { id: string; begunAt: number; listened: Heard }

/** The name of work that goes on there, with what was heard of its recording: only the sound of it was sent. */
export const nameOf = ({ id, begunAt, listened: { duration, peak, stated } }: Parts) =>
  [
    id,
    Math.round(begunAt / 1000),
    duration.toFixed(2),
    peak,
    stated ? stated.duration.toFixed(2) : '',
    stated?.isCutOff ? 'cut' : '',
  ].join('~')

export function partsOf(name: string): Parts {
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
