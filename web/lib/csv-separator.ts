import { useState } from 'react'
import type { CsvSeparator } from '#contract/csv.ts'

const key = 'csv-separator'

/** The separator of downloads, stored in this browser. */
export function useCsvSeparator() {
  const [separator, setSeparator] = useState(storedSeparator)
  const toggle = () => {
    const other = separator === 'comma' ? 'semicolon' : 'comma'
    setSeparator(other)
    try {
      localStorage.setItem(key, other)
    } catch {
      // Without storage the choice lasts until the page is left.
    }
  }
  return { separator, toggle, toggleLabel: toggleLabels[separator] }
}

const toggleLabels: Record<CsvSeparator, string> = {
  comma: 'Use semicolons in CSV',
  semicolon: 'Use commas in CSV',
}

function storedSeparator(): CsvSeparator {
  try {
    return localStorage.getItem(key) === 'semicolon' ? 'semicolon' : 'comma'
  } catch {
    return 'comma'
  }
}
