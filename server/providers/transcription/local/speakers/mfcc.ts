// Features as Kaldi computes them for the speaker model (its mfcc.conf): 8 kHz, 25 ms frames every 10 ms, 23 bands
// from 20 to 3700 Hz, 23 cepstra of which the first is the frame's energy, Povey window, mean over 3 s subtracted.
export const cepstra = 23
export const framesPerSecond = 100

const rate = 8000
const frameLength = 200
const frameShift = 80
const size = 256
const half = size / 2
const bands = 23
const floor = 1.19e-7

export type Frames = { count: number; values: Float32Array }

const range = <T>(length: number, make: (index: number) => T) =>
  Array.from({ length }, (_, i) => make(i))
const floats = (length: number, make: (index: number) => number) =>
  Float64Array.from({ length }, (_, index) => make(index))

const poveyWindow = floats(
  frameLength,
  (i) => (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (frameLength - 1))) ** 0.85,
)
const mel = (hertz: number) => 1127 * Math.log(1 + hertz / 700)
const melLow = mel(20)
const melStep = (mel(3700) - melLow) / (bands + 1)
/** Triangular filters, evenly spaced on the mel scale. */
const triangles = range(bands, (band) =>
  floats(half, (i) =>
    Math.max(0, 1 - Math.abs((mel((i * rate) / size) - melLow) / melStep - band - 1)),
  ),
)
const cosines = range(cepstra, (row) =>
  floats(
    bands,
    (band) => Math.sqrt((row ? 2 : 1) / bands) * Math.cos((Math.PI / bands) * (band + 0.5) * row),
  ),
)
const lifter = floats(cepstra, (i) => 1 + 11 * Math.sin((Math.PI * i) / 22))
const turnRe = floats(half, (i) => Math.cos((2 * Math.PI * i) / size))
const turnIm = floats(half, (i) => -Math.sin((2 * Math.PI * i) / size))

/** Input: 16 kHz samples. Output: `cepstra` values per 10 ms. */
export function features(samples: Int16Array): Frames {
  return withoutMean(mfcc(halfRate(samples)))
}

function mfcc(sound: Float64Array): Frames {
  const count = Math.max(0, 1 + Math.floor((sound.length - frameLength) / frameShift))
  const values = new Float32Array(count * cepstra)
  const re = new Float64Array(size)
  const im = new Float64Array(size)
  const power = new Float64Array(half)
  const logs = new Float64Array(bands)
  for (let frame = 0; frame < count; frame++) {
    const energy = windowed(
      sound.subarray(frame * frameShift, frame * frameShift + frameLength),
      re,
    )
    im.fill(0)
    transform(re, im)
    for (let i = 0; i < half; i++) power[i] = re[i]! * re[i]! + im[i]! * im[i]!
    for (let band = 0; band < bands; band++)
      logs[band] = Math.log(Math.max(dot(triangles[band]!, power), floor))
    const at = frame * cepstra
    values[at] = Math.log(Math.max(energy, floor))
    for (let row = 1; row < cepstra; row++)
      values[at + row] = dot(cosines[row]!, logs) * lifter[row]!
  }
  return { count, values }
}

/** Writes the windowed frame to `into` and returns its energy. */
function windowed(frame: Float64Array, into: Float64Array) {
  const mean = frame.reduce((sum, value) => sum + value, 0) / frameLength
  let energy = 0
  let before = frame[0]! - mean
  into.fill(0)
  for (let i = 0; i < frameLength; i++) {
    const value = frame[i]! - mean
    energy += value * value
    into[i] = (value - 0.97 * before) * poveyWindow[i]!
    before = value
  }
  return energy
}

function dot(a: Float64Array, b: Float64Array) {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/** In-place radix-2 FFT. */
function transform(re: Float64Array, im: Float64Array) {
  for (let i = 1, j = 0; i < size; i++) {
    let bit = half
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i < j) {
      const [a, b] = [re[i]!, im[i]!]
      re[i] = re[j]!
      im[i] = im[j]!
      re[j] = a
      im[j] = b
    }
  }
  for (let length = 2; length <= size; length <<= 1) {
    const step = size / length
    for (let start = 0; start < size; start += length)
      for (let k = 0; k < length / 2; k++) {
        const a = start + k
        const b = a + length / 2
        const wr = turnRe[k * step]!
        const wi = turnIm[k * step]!
        const xr = re[b]! * wr - im[b]! * wi
        const xi = re[b]! * wi + im[b]! * wr
        re[b] = re[a]! - xr
        im[b] = im[a]! - xi
        re[a] = re[a]! + xr
        im[a] = im[a]! + xi
      }
  }
}

const taps = 24
/** A windowed sinc filter with a cutoff of 3.96 kHz. */
const lowPass = floats(2 * taps + 1, (i) => {
  const x = i - taps
  const cut = 0.99 * 0.25
  const sinc = x === 0 ? 2 * cut : Math.sin(2 * Math.PI * cut * x) / (Math.PI * x)
  return sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / (taps + 1)))
})

/** Resamples 16 kHz to 8 kHz. */
function halfRate(samples: Int16Array) {
  const result = new Float64Array(samples.length >> 1)
  for (let i = 0; i < result.length; i++) {
    const from = Math.max(-taps, -2 * i)
    const to = Math.min(taps, samples.length - 1 - 2 * i)
    let sum = 0
    for (let k = from; k <= to; k++) sum += samples[2 * i + k]! * lowPass[k + taps]!
    result[i] = sum
  }
  return result
}

/** Subtracts the mean of the 3 s around each value. */
function withoutMean({ count, values }: Frames, span = 3 * framesPerSecond): Frames {
  const sums = new Float64Array((count + 1) * cepstra)
  for (let i = 0; i < values.length; i++) sums[i + cepstra] = sums[i]! + values[i]!
  const result = new Float32Array(values.length)
  for (let frame = 0; frame < count; frame++) {
    const end = Math.min(count, Math.max(0, frame - (span >> 1)) + span)
    const begin = Math.max(0, end - span)
    for (let k = 0; k < cepstra; k++) {
      const at = frame * cepstra + k
      const sum = sums[end * cepstra + k]! - sums[begin * cepstra + k]!
      result[at] = values[at]! - sum / (end - begin)
    }
  }
  return { count, values: result }
}
