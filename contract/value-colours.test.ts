import { expect, test } from 'vitest'
import { burnoutBarColour, burnoutColour, metricColour } from './value-colours.ts'

test.each([
  ['Stress level', 40, 'green'],
  ['Stress level', 41, 'yellow'],
  ['Anxiety (GAD)', 60, 'yellow'],
  ['Signs of depression', 61, 'red'],
  ['Sleep quality', 70, 'green'],
  ['Sleep quality', 69, 'yellow'],
  ['Sleep quality', 50, 'yellow'],
  ['Sleep quality', 49, 'red'],
] as const)('%s of %d is %s', (label, value, colour) =>
  expect(metricColour(label, value)).toBe(colour),
)

test.each([
  [30, 'green'],
  [31, 'yellow'],
  [60, 'yellow'],
  [61, 'red'],
] as const)('a burnout score of %d is %s', (score, colour) =>
  expect(burnoutColour(score)).toBe(colour),
)

test.each([
  [49, 'green'],
  [50, 'yellow'],
  [69, 'yellow'],
  [70, 'red'],
] as const)('a burnout bar of %d per cent is %s', (percentage, colour) =>
  expect(burnoutBarColour(percentage)).toBe(colour),
)
