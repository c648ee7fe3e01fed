import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/erasures/erasures.ts'
import type { Deps } from '../../deps.ts'
import { realUserId } from '../../platform/access.ts'
import { mount, mountRaw } from '../../platform/http/mount.ts'
import { disposition } from '../../platform/http/send-file.ts'
import { answerList } from '../../platform/lists/send-list.ts'
import { audit } from '../audit/audit.ts'
import { certificatePdf } from './certificate-file.ts'
import { erasureList } from './erasures.queries.ts'
import { cancel, confirm, getCertificate, getPreview, request, retry } from './erasures.service.ts'

export function erasureRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'queue' | 'installation'>,
) {
  const { db } = deps
  mount(app, contract.previewErasure, ({ params }) => getPreview(deps, params.id))
  mount(app, contract.requestErasure, ({ params, body }, actor) =>
    request(deps, actor, { clientId: params.id, name: body.name }),
  )
  mount(app, contract.listErasures, (asked, actor) =>
    answerList(db, contract.listErasures, erasureList(realUserId(actor)), asked),
  )
  mount(app, contract.confirmErasure, ({ params, body }, actor) =>
    confirm(deps, actor, params.id, body.name),
  )
  mount(app, contract.cancelErasure, ({ params }, actor) => cancel(deps, actor, params.id))
  mount(app, contract.retryErasure, ({ params }, actor) => retry(deps, actor, params.id))
  mount(app, contract.getCertificate, ({ params }) => getCertificate(db, params.id))
  mountRaw(app, contract.downloadCertificate, async ({ params, query, reply }, actor) => {
    const { id } = params
    const { format } = query
    const certificate = await getCertificate(db, id)
    await audit(db, actor, {
      ...{ action: 'erasure-certificate-downloaded', table: 'erasure', rowId: id },
      details: { format },
    })
    return reply
      .type(format === 'pdf' ? 'application/pdf' : 'application/json; charset=utf-8')
      .header('content-disposition', disposition(true, `Certificate of erasure ${id}.${format}`))
      .header('x-content-type-options', 'nosniff')
      .send(
        format === 'pdf'
          ? await certificatePdf(certificate)
          : JSON.stringify(certificate, undefined, 2),
      )
  })
}
