import { line } from '../../bounds.ts'
import { textField } from './fields.ts'

export const googleAccountFields = {
  projectId: textField('Project ID', {
    schema: line(200).regex(/^[a-z\d:.-]+$/i, 'Please enter the project ID'),
  }),
  keyFilePath: textField('Key file path', {
    hint: 'Key of a service account: the name of a file in the key folder of this installation.',
    schema: line(500).regex(/^[^\\]+$/, 'Please enter a file name'),
  }),
}

export const bucketName = line(200).regex(
  /^[a-z\d][a-z\d._-]{1,220}[a-z\d]$/i,
  'Please enter only the bucket name',
)
