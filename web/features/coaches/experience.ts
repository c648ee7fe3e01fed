/** "Current year minus start year, 0 years when unset" (specification part 1, section 2, "Coaches"). */
export function experience(since: number | null, now: Date) {
  const years = since === null ? 0 : Math.max(0, now.getFullYear() - since)
  return years === 1 ? '1 year' : `${years} years`
}

/** Years of practice that the form of a new coach begins with (specification part 1, section 9). */
export const usualExperience = 5
