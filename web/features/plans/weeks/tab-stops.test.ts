import { expect, test } from 'vitest'
import { firstStop, nextStop } from './tab-stops.ts'

//        W1 W2 W3 W4 W5
// row 0   x     x     x
// row 1
// row 2      x
const stops = [
  { row: 0, week: 1 },
  { row: 0, week: 3 },
  { row: 0, week: 5 },
  { row: 2, week: 2 },
]
const from = (row: number, week: number, key: string) => nextStop(stops, { row, week }, key)

test('the left and right arrows skip weeks without a button and stop at the ends', () => {
  expect(from(0, 1, 'ArrowRight')).toEqual({ row: 0, week: 3 })
  expect(from(0, 5, 'ArrowLeft')).toEqual({ row: 0, week: 3 })
  expect(from(0, 5, 'ArrowRight')).toBeUndefined()
  expect(from(0, 1, 'ArrowLeft')).toBeUndefined()
})

test('the up and down arrows move to the nearest week in the next row that has a button', () => {
  expect(from(0, 5, 'ArrowDown')).toEqual({ row: 2, week: 2 })
  expect(from(2, 2, 'ArrowUp')).toEqual({ row: 0, week: 1 })
  expect(from(2, 2, 'ArrowDown')).toBeUndefined()
})

test('Home and End move to the ends of the row, and other keys do nothing', () => {
  expect(from(0, 3, 'Home')).toEqual({ row: 0, week: 1 })
  expect(from(0, 3, 'End')).toEqual({ row: 0, week: 5 })
  expect(from(0, 3, 'a')).toBeUndefined()
})

test('Tab focuses the button nearest to the current week', () => {
  expect(firstStop(stops, 2)).toEqual({ row: 2, week: 2 })
  expect(firstStop(stops, 30)).toEqual({ row: 0, week: 5 })
  expect(firstStop([], 3)).toBeUndefined()
})
