import path from 'node:path'
import { features, type Frames } from './mfcc.ts'
import { matrixProducts } from './gemm.ts'
import { type Layer, readLayers, readMatrix, readTextVector } from './kaldi-files.ts'

export type SpeakerModel = {
  /** Computes 100 frames per second from 16 kHz samples. Expensive, whereas windows over the frames are cheap. */
  frames(samples: Int16Array): Frames
  /** The embedding of a window: a unit vector, close to others of the same speaker. `end` is exclusive. */
  voice(frames: Frames, begin: number, end: number): Float32Array
}

/**
 * The x-vector network of Vosk's speaker model (Kaldi's recipe, telephone speech in any language). Its vectors match those
 * of libvosk with a cosine of 0.97, without repeating the recognition.
 */
export function loadSpeakerModel(folder: string): SpeakerModel {
  const { first, second, third, fourth, fifth, embedding } = readLayers(
    path.join(folder, 'final.ext.raw'),
  )
  const projection = readMatrix(path.join(folder, 'transform.mat'))
  const mean = readTextVector(path.join(folder, 'mean.vec'))
  const product = matrixProducts()
  const width = fifth.weights.rows

  /** Each frame is computed from the frames at the offsets `context` of the previous layer. */
  function layer(
    input: Float32Array,
    count: number,
    context: number[],
    { weights, bias, normal }: Layer,
  ) {
    const size = weights.rows
    const output = product(spliced(input, count, context), count, weights)
    for (let frame = 0, i = 0; frame < count; frame++)
      for (let k = 0; k < size; k++, i++) {
        const value = output[i]! + bias[k]!
        output[i] = normal ? Math.max(0, value) * normal.scale[k]! + normal.offset[k]! : value
      }
    return output
  }

  return {
    frames(samples) {
      const { count, values } = features(samples)
      let seen = layer(values, count, [-2, -1, 0, 1, 2], first)
      seen = layer(seen, count, [-2, 0, 2], second)
      seen = layer(seen, count, [-3, 0, 3], third)
      seen = layer(seen, count, [0], fourth)
      return { count, values: layer(seen, count, [0], fifth) }
    },
    voice({ values }, begin, end) {
      const vector = layer(meanAndDeviation(values, width, begin, end), 1, [0], embedding)
      for (let i = 0; i < vector.length; i++) vector[i]! -= mean[i]!
      return unit(projected(vector, projection))
    },
  }
}

/** The first and last frames are repeated beyond the ends. */
function spliced(input: Float32Array, count: number, context: number[]) {
  if (context.length === 1) return input
  const width = input.length / Math.max(1, count)
  const output = new Float32Array(input.length * context.length)
  for (let frame = 0, at = 0; frame < count; frame++)
    for (const offset of context) {
      const from = Math.min(count - 1, Math.max(0, frame + offset)) * width
      output.set(input.subarray(from, from + width), at)
      at += width
    }
  return output
}

function meanAndDeviation(values: Float32Array, width: number, begin: number, end: number) {
  const sum = new Float64Array(width)
  const squares = new Float64Array(width)
  for (let i = begin * width, k = 0; i < end * width; i++, k = k + 1 === width ? 0 : k + 1) {
    const value = values[i]!
    sum[k]! += value
    squares[k]! += value * value
  }
  const count = end - begin
  const result = new Float32Array(2 * width)
  for (let k = 0; k < width; k++) {
    const mean = sum[k]! / count
    result[k] = mean
    result[width + k] = Math.sqrt(Math.max(squares[k]! / count - mean * mean, 1e-10))
  }
  return result
}

/** The additional column is an offset. */
function projected(
  vector: Float32Array,
  { rows, columns, values }: { rows: number; columns: number; values: Float32Array },
) {
  return Float32Array.from({ length: rows }, (_, row) => {
    let sum = columns > vector.length ? values[row * columns + vector.length]! : 0
    for (let i = 0; i < vector.length; i++) sum += values[row * columns + i]! * vector[i]!
    return sum
  })
}

function unit(vector: Float32Array) {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}
