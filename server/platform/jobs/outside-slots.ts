/** For a flag, such as a host. */
const maxForFlag = 2
/** Webhooks may go to many hosts, none of which may take the slots of mail. */
const maxForWebhooks = 4

/** The flags of a webhook's jobs. */
export const webhookFlag = 'webhook'

/** Counts the jobs of this process that wait for something, by their flags: a host, a kind of service, the storage. */
export function createOutsideSlots() {
  const running = new Map<string, number>()
  const countOf = (flag: string) => running.get(flag) ?? 0
  const isFull = (flag: string) =>
    countOf(flag) >= (flag === webhookFlag ? maxForWebhooks : maxForFlag)
  return {
    /** Flags of which no further job may begin. */
    full: () => [...running.keys()].filter(isFull),
    /** False if a slot is missing; `work` has not begun then. */
    async run(flags: string[], work: () => Promise<unknown>) {
      if (flags.some(isFull)) return false
      for (const flag of flags) running.set(flag, countOf(flag) + 1)
      try {
        await work()
      } finally {
        for (const flag of flags) running.set(flag, countOf(flag) - 1)
      }
      return true
    },
  }
}
