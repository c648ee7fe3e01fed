import { readFileSync } from 'node:fs'
import type { Matrix } from './gemm.ts'

/** max(0, weights · input + bias) · scale + offset; scale and offset are those of batch normalization. */
export type Layer = {
  weights: Matrix
  bias: Float32Array
  normal: { scale: Float32Array; offset: Float32Array } | null
}

/** The x-vector layers of a binary nnet3 file: five over frames, the sixth over their statistics. */
export function readLayers(path: string) {
  const file = readFileSync(path)
  const [first, second, third, fourth, fifth] = [1, 2, 3, 4, 5].map((number) =>
    readLayer(file, number, true),
  )
  if (!first || !second || !third || !fourth || !fifth) throw new Error('no layers')
  return { first, second, third, fourth, fifth, embedding: readLayer(file, 6, false) }
}

function readLayer(file: Buffer, number: number, hasNormal: boolean): Layer {
  const affine = component(file, `tdnn${number}.affine`)
  const weights = matrixAt(file, after(file, '<LinearParams>', affine))
  const bias = vectorAt(file, after(file, '<BiasParams>', affine))
  if (!hasNormal) return { weights, bias, normal: null }
  const batchnorm = component(file, `tdnn${number}.batchnorm`)
  const epsilon = floatAt(file, after(file, '<Epsilon>', batchnorm))
  const target = floatAt(file, after(file, '<TargetRms>', batchnorm))
  const mean = vectorAt(file, after(file, '<StatsMean>', batchnorm))
  const variance = vectorAt(file, after(file, '<StatsVar>', batchnorm))
  const scale = variance.map((value) => target / Math.sqrt(value + epsilon))
  const offset = mean.map((value, index) => -value * (scale[index] ?? 0))
  return { weights, bias, normal: { scale, offset } }
}

/** The matrix follows a header of two bytes. */
export const readMatrix = (path: string) => matrixAt(readFileSync(path), 2)

/** A vector in text format: `[ 1 2 3 ]`. */
export const readTextVector = (path: string) =>
  Float32Array.from(readFileSync(path, 'utf8').match(/[-+.\de]+/gi) ?? [], Number)

function component(file: Buffer, name: string) {
  const at = file.indexOf(`<ComponentName> ${name} `, 0, 'latin1')
  if (at < 0) throw new Error(`The speaker model has no ${name}.`)
  return at
}

const after = (file: Buffer, tag: string, from: number) =>
  file.indexOf(`${tag} `, from, 'latin1') + tag.length + 1

// Kaldi writes `FM ` or `FV `, and each number with a leading size byte.
function matrixAt(file: Buffer, at: number): Matrix {
  expectTag(file, at, 'FM ')
  const rows = file.readInt32LE(at + 4)
  const columns = file.readInt32LE(at + 9)
  return { rows, columns, values: floats(file, at + 13, rows * columns) }
}

function vectorAt(file: Buffer, at: number) {
  expectTag(file, at, 'FV ')
  return floats(file, at + 8, file.readInt32LE(at + 4))
}

const floatAt = (file: Buffer, at: number) => file.readFloatLE(at + 1)

function expectTag(file: Buffer, at: number, tag: string) {
  const found = file.toString('latin1', at, at + tag.length)
  if (found !== tag) throw new Error(`The speaker model has ${found} where ${tag} should be.`)
}

/** Copied, because Kaldi does not align them. */
const floats = (file: Buffer, at: number, length: number) =>
  new Float32Array(
    file.buffer.slice(file.byteOffset + at, file.byteOffset + at + 4 * length) as ArrayBuffer,
  )
