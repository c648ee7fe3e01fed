const twoDigits = (number: number) => String(number).padStart(2, '0')

/** An instant as a field for date and time holds it, in the reader's time zone: '2026-11-21T15:00'; '' for none. */
export function fieldOf(instant: string) {
  const date = new Date(instant)
  if (!instant || Number.isNaN(date.getTime())) return ''
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** The instant in such a field, ISO 8601 in UTC; '' for an empty or half filled one. */
export function instantIn(field: string) {
  const date = new Date(field)
  return field && !Number.isNaN(date.getTime()) ? date.toISOString() : ''
}
