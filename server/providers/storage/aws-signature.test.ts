import { expect, test } from 'vitest'
import { awsLink, awsSigned, emptyHash } from './aws-signature.ts'

/** The examples of Amazon's own description of the signature. */
const keys = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const moment = new Date('2013-05-24T00:00:00Z')
const host = 'https://examplebucket.s3.amazonaws.com'

test.each([
  [
    'a part of an object',
    {
      method: 'GET',
      url: `${host}/test.txt`,
      headers: { range: 'bytes=0-9' },
      bodyHash: emptyHash,
    },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'an object to keep',
    {
      ...{ method: 'PUT', url: `${host}/test%24file.text` },
      headers: {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      bodyHash: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'a question of a bucket',
    { method: 'GET', url: `${host}/?lifecycle`, headers: {}, bodyHash: emptyHash },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'a list',
    { method: 'GET', url: `${host}/?max-keys=2&prefix=J`, headers: {}, bodyHash: emptyHash },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('%s is signed as described', (_, request, signature) => {
  const { authorization, 'x-amz-date': date } = awsSigned(request, keys, moment)
  expect(authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/20130524\/us-east-1\/s3\/aws4_request, /,
  )
  expect(authorization?.split('Signature=')[1]).toBe(signature)
  expect(date).toBe('20130524T000000Z')
})

test('a link is signed as described, in its query', () => {
  const link = awsLink({ url: `${host}/test.txt`, query: {}, seconds: 86_400 }, keys, moment)
  expect(link).toBe(
    `${host}/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
  )
})
