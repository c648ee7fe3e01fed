/** Settings and secrets by field name. */
export type Settings = Record<string, string>

export type Testable = {
  /** Makes a minimal call with these settings. Returns a sentence for the user. Throws Rejected or Unavailable. */
  test(signal: AbortSignal): Promise<string>
}
