/** Seconds for which one value of a loudness track stands. */
export const stepSeconds = 0.02

/** How loud a recording is over time: the mean power of each step, from samples as they come. */
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
    /** What has been heard so far; `duration` in seconds, `peak` the highest amplitude. */
    heard: () => ({ track, peak, duration: total / sampleRate }),
  }
}
