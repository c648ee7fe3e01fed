import type { RecordingsMove } from '#contract/recordings/recordings-move.ts'
import { providerForm } from '#contract/integrations/providers/providers.ts'
import { formatBytes, formatCount } from '#web/lib/numbers.ts'

/** The key for providers unknown to this version. */
export const storageLabel = (provider: string) =>
  providerForm('video_storage', provider)?.label ?? provider

/** '1 recording', '1,204 recordings' */
export const formatRecordings = (number: number) =>
  `${formatCount(number)} ${number === 1 ? 'recording' : 'recordings'}`

/** '12 recordings (1204 MB) lie with Local disk, 1 recording (3.4 MB) with AWS S3.' */
export function formatLocations(otherStorages: RecordingsMove['otherStorages']) {
  const [first, ...others] = otherStorages.map(({ provider, recordings, bytes }) => ({
    many: `${formatRecordings(recordings)} (${formatBytes(bytes)})`,
    verb: recordings === 1 ? 'is' : 'are',
    label: storageLabel(provider),
  }))
  if (!first) return ''
  const rest = others.map(({ many, label }) => `, ${many} with ${label}`)
  return `${first.many} ${first.verb} stored with ${first.label}${rest.join('')}.`
}
