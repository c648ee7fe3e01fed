import { noSettingsToTest, noTestYet } from '#contract/integrations.ts'
import { describeError, serverMessage } from '#web/lib/api.ts'

/** The specified sentence (part 2, section 8), and below it what the server or the service said. */
export const failedToast = (title: string) => (error: Error) => ({
  title,
  description: describeError(error, 'Nothing was changed.'),
})

/** Two ways in which a test does not take place have a sentence of their own. */
export function testFailed(error: Error) {
  const said = serverMessage(error, '')
  return said === noTestYet || said === noSettingsToTest
    ? { title: said }
    : failedToast('Provider connection test failed.')(error)
}
