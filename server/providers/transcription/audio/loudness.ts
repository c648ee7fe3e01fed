/** Duration of one value of a loudness track. */
export const stepSeconds = 0.02

/** Measures the mean power of each step. */
export function createLoudnessMeter(sampleRate: number) {
  const perStep = Math.round(sampleRate * stepSeconds)
  const track: number[] = []
  let power = 0
  let filled = 0
  let peak = 0
  let total = 0
  return {
    push(samples: Int16Array) {
      total += samples.length
      for (const sample of samples) {
        peak = Math.max(peak, Math.abs(sample))
        power += sample * sample
        if (++filled < perStep) continue
        track.push(power / perStep)
        power = 0
        filled = 0
      }
    },
    /** `duration` in seconds; `peak`: the highest amplitude. */
    heard: () => ({ track, peak, duration: total / sampleRate }),
  }
}
