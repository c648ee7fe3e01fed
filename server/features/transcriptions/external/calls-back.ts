import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { callBackTo } from './calls-back.queries.ts'

type Call = {
  request_id?: string | null | undefined
  webhook_metadata?: string | { reference?: string | null | undefined } | null | undefined
  transcription?: { transcription_id?: string | null | undefined } | null | undefined
}

const metadata = z.object({ reference: z.uuid() })

/** Has the text that a service says is there collected at once. What is not known here, or over, comes to nothing. */
export async function elevenlabsCalled({ db, queue }: Pick<Deps, 'db' | 'queue'>, call: Call) {
  const ids = [call.transcription?.transcription_id, call.request_id].filter(
    (it): it is string => typeof it === 'string' && it !== '',
  )
  await callBackTo(db, queue, { ids, reference: referenceIn(call.webhook_metadata) })
}

function referenceIn(given: Call['webhook_metadata']) {
  const { data } = metadata.safeParse(typeof given === 'string' ? parsed(given) : given)
  return data?.reference
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
