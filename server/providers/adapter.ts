/** What an administrator set for a provider, the secrets too, by the names of its fields. */
export type Settings = Record<string, string>

/** What adapters have beside what they do. */
export type Testable = {
  /** The smallest real call with these settings; answers a sentence for whoever asked. Throws Rejected or Unavailable. */
  test(signal: AbortSignal): Promise<string>
}
