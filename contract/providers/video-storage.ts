import { line } from '../bounds.ts'
import { choiceField, type ProviderForms, secretField, textField } from './fields.ts'
import { bucketName, googleAccountFields } from './google-fields.ts'
import { s3Endpoint } from './s3-endpoint.ts'

const name = (error: string, pattern: RegExp) => line(200).regex(pattern, error)
const ofLinks =
  'A link opens a film for whoever holds it, for minutes, and the service learns from which address somebody watches.'
const playback = choiceField(
  'Playback',
  { server: 'Through this server', links: 'By links that last minutes' },
  {
    isOptional: true,
    hint: ofLinks,
  },
)

export const videoStorageProviders = {
  bunny: {
    label: 'bunny.net',
    about: `Recordings are kept in a storage zone of bunny.net, in the region that you choose. They are played through this server, unless you name a pull zone. ${ofLinks} Its caches keep copies.`,
    together: ['pullZoneHost', 'tokenKey'],
    fields: {
      accessKey: secretField('Access key', { hint: 'The password of the storage zone.' }),
      storageZoneName: textField('Storage zone name', {
        isPlace: true,
        schema: name('Please enter the name of the storage zone alone', /^[a-z\d_-]+$/i),
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
        { isPlace: true },
      ),
      storagePath: textField('Storage path', {
        isOptional: true,
        isPlace: true,
        hint: 'The folder of the zone in which recordings are kept.',
        schema: name(
          'Please enter folders such as coaching/recordings',
          /^\/?(?:(?!\.{1,2}(?:\/|$))[\w .-]+(?:\/|$))+$/,
        ),
      }),
      pullZoneHost: textField('Pull zone host', {
        isAddress: true,
        isOptional: true,
        hint: 'Such as films.b-cdn.net, with token authentication.',
        schema: name(
          'Please enter a host such as films.b-cdn.net',
          /^(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i,
        ),
      }),
      tokenKey: secretField('Token key', { isOptional: true }),
    },
  },
  aws_s3: {
    label: 'AWS S3',
    about:
      'Recordings are kept in a bucket of Amazon S3, or of another service that speaks its protocol. They are played through this server, unless you choose links.',
    fields: {
      accessKeyId: textField('Access key ID', {
        schema: name('Please enter the access key ID alone', /^[\w.-]+$/),
      }),
      secretAccessKey: secretField('Secret access key'),
      region: textField('Region', {
        hint: 'Such as eu-north-1.',
        schema: name('Please enter a region such as eu-north-1', /^[a-z\d-]+$/),
      }),
      bucketName: textField('Bucket name', { isPlace: true, schema: bucketName }),
      endpoint: textField('Endpoint', {
        isAddress: true,
        isOptional: true,
        isPlace: true,
        hint: 'Only for a service other than Amazon, such as https://s3.example.com.',
        schema: s3Endpoint,
      }),
      playback,
    },
  },
  google_cloud: {
    label: 'Google Cloud Storage',
    about:
      'Recordings are kept in a bucket of Google Cloud Storage. They are played through this server.',
    fields: {
      ...googleAccountFields,
      bucketName: textField('Bucket name', { isPlace: true, schema: bucketName }),
    },
  },
  local_disk: {
    label: 'Local disk',
    about: 'Recordings stay on the disk of this installation.',
    fields: {},
  },
} as const satisfies ProviderForms
