import { line } from '../../bounds.ts'
import { choiceField, type ProviderForms, secretField, textField } from './fields.ts'
import { bucketName, googleAccountFields } from './settings.ts'

const notAnEndpoint = 'Please enter an address such as https://s3.example.com'
/**
 * The https origin of an S3-compatible service. Each connection checks the resolved address (docs/decisions/015).
 */
const s3Endpoint = line(300).refine((text) => text === '' || isEndpoint(text), notAnEndpoint)

function isEndpoint(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, pathname, search, hash } = new URL(text)
  const isPlain = !username && !password && pathname === '/' && !search && !hash
  return isPlain && protocol === 'https:'
}

const name = (error: string, pattern: RegExp) => line(200).regex(pattern, error)
const linkNote =
  'Anyone with a link can watch for a few minutes, and the service sees the IP addresses of viewers.'
const playback = choiceField(
  'Playback',
  { server: 'Through this server', links: 'By short-lived links' },
  {
    isOptional: true,
    hint: linkNote,
  },
)

export const videoStorageProviders = {
  bunny: {
    label: 'bunny.net',
    about: `Recordings are stored in a storage zone of bunny.net, in the region that you choose. They are played through this server unless you enter a pull zone. ${linkNote} Its caches keep copies.`,
    requiredTogether: ['pullZoneHost', 'tokenKey'],
    fields: {
      accessKey: secretField('Access key', { hint: 'The password of the storage zone.' }),
      storageZoneName: textField('Storage zone name', {
        isDestination: true,
        isLocation: true,
        schema: name('Please enter only the storage zone name', /^[a-z\d_-]+$/i),
      }),
      region: choiceField(
        'Region',
        {
          de: 'Frankfurt (de)',
          uk: 'London (uk)',
          ny: 'New York (ny)',
          la: 'Los Angeles (la)',
          sg: 'Singapore (sg)',
          se: 'Stockholm (se)',
          br: 'São Paulo (br)',
          jh: 'Johannesburg (jh)',
          syd: 'Sydney (syd)',
        },
        { isDestination: true, isLocation: true },
      ),
      storagePath: textField('Storage path', {
        isOptional: true,
        isLocation: true,
        hint: 'The folder in the zone for recordings.',
        schema: name(
          'Please enter folders such as coaching/recordings',
          /^\/?(?:(?!\.{1,2}(?:\/|$))[\w .-]+(?:\/|$))+$/,
        ),
      }),
      pullZoneHost: textField('Pull zone host', {
        isDestination: true,
        isAddress: true,
        isOptional: true,
        hint: 'For example videos.b-cdn.net, with token authentication.',
        schema: name(
          'Please enter a host such as videos.b-cdn.net',
          /^(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i,
        ),
      }),
      tokenKey: secretField('Token key', { isOptional: true }),
    },
  },
  aws_s3: {
    label: 'AWS S3',
    about:
      'Recordings are stored in a bucket of Amazon S3 or of an S3-compatible service. They are played through this server unless you choose links.',
    fields: {
      accessKeyId: textField('Access key ID', {
        isDestination: true,
        schema: name('Please enter only the access key ID', /^[\w.-]+$/),
      }),
      secretAccessKey: secretField('Secret access key'),
      region: textField('Region', {
        isDestination: true,
        hint: 'For example eu-north-1.',
        schema: name('Please enter a region such as eu-north-1', /^[a-z\d-]+$/),
      }),
      bucketName: textField('Bucket name', {
        isDestination: true,
        isLocation: true,
        schema: bucketName,
      }),
      endpoint: textField('Endpoint', {
        isDestination: true,
        isAddress: true,
        isOptional: true,
        isLocation: true,
        hint: 'Only for S3-compatible services, for example https://s3.example.com.',
        schema: s3Endpoint,
      }),
      playback,
    },
  },
  google_cloud: {
    label: 'Google Cloud Storage',
    about:
      'Recordings are stored in a bucket of Google Cloud Storage and played through this server.',
    fields: {
      ...googleAccountFields,
      bucketName: textField('Bucket name', { isLocation: true, schema: bucketName }),
    },
  },
  local_disk: {
    label: 'Local disk',
    about: 'Recordings are stored on the disk of this installation.',
    fields: {},
  },
} as const satisfies ProviderForms
