import { line } from '../bounds.ts'
import { textField } from './fields.ts'

/** What every service of Google needs: a project, and the key of a service account in it. */
export const googleAccountFields = {
  projectId: textField('Project ID', {
    schema: line(200).regex(/^[a-z\d:.-]+$/i, 'Please enter the ID of the project'),
  }),
  keyFilePath: textField('Key file path', {
    hint: 'The key of a service account: a file in the folder for key files of this installation.',
    schema: line(500).regex(/^[^\\]+$/, 'Please enter the name of a file'),
  }),
}

export const bucketName = line(200).regex(
  /^[a-z\d][a-z\d._-]{1,220}[a-z\d]$/i,
  'Please enter the name of the bucket alone',
)
