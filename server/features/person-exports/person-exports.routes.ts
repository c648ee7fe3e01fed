import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/person-exports/person-exports.ts'
import type { Deps } from '../../deps.ts'
import { realUserId } from '../../platform/access.ts'
import { notFound } from '../../platform/errors.ts'
import { mount, mountRaw } from '../../platform/http/mount.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import { audit } from '../audit/audit.ts'
import { exportFile } from './export-files.ts'
import { exportToDownload, requireExportable } from './person-exports.queries.ts'
import { getLatestExport, removeExport, requestExport } from './person-exports.service.ts'

export function personExportRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'queue' | 'keys' | 'config'>,
) {
  const { db, config } = deps
  mount(app, contract.getPersonExport, ({ params }, actor) =>
    getLatestExport(deps, actor, params.id),
  )
  mount(app, contract.requestPersonExport, ({ params, body }, actor) =>
    requestExport(deps, actor, { clientId: params.id, ...body }),
  )
  mount(app, contract.deletePersonExport, async ({ params }, actor) => {
    await removeExport(deps, actor, params.id)
    return {}
  })
  mountRaw(app, contract.downloadPersonExport, async ({ params, request, reply }, actor) => {
    const { id, clientId } = await exportToDownload(db, realUserId(actor), params.id)
    await requireExportable(db, actor, clientId)
    const file = exportFile(config.dataDir, id)
    const { size } = await stat(file).catch(() => {
      throw notFound('export')()
    })
    await audit(db, actor, {
      ...{ action: 'person-exported', table: 'client', rowId: clientId, clientId },
    })
    return sendFile(request, reply, {
      ...{ id, size, contentType: 'application/zip', name: 'personal-data.zip', isDownload: true },
      read: async (range) => createReadStream(file, range),
    })
  })
}
