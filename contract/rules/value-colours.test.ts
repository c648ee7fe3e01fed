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
  expect(metricColour({ label }, value)).toBe(colour),
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
] as const)('a burnout bar of %d percent is %s', (percentage, colour) =>
  expect(burnoutBarColour(percentage)).toBe(colour),
)

test.each([
  ['Stress level', true, 41, 'red'],
  ['Stress level', false, 40, 'green'],
  ['Screen time', false, 41, 'yellow'],
  ['Screen time', false, 61, 'red'],
  ['Screen time', null, 61, 'yellow'],
] as const)('%s, where more is better (%s), at %d is %s', (label, isMoreBetter, value, colour) =>
  expect(metricColour({ label, isMoreBetter }, value)).toBe(colour),
)

test.each([
  [-3, 'red'],
  [0, 'yellow'],
  [2, 'green'],
] as const)('in a range from -5 to 5, %d is %s', (value, colour) =>
  expect(metricColour({ label: 'Balance', lowest: -5, highest: 5 }, value)).toBe(colour),
)
