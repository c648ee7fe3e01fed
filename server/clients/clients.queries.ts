import { sql } from 'kysely'
import type { listClients } from '#contract/clients.ts'
import { among, type List } from '../lists/list.ts'
import { clientRows } from './client-rows.ts'
import { clientWaits } from './waiting.ts'

export const clientList: List<typeof listClients> = {
  table: 'client',
  sorts: {
    name: { by: sql`client.name`, value: 'text' },
    created: { by: sql`client.created_at`, value: 'instant' },
  },
  usual: 'name',
  filters: { waitingFor: clientWaits },
  tally: { all: 'client' },
  // What is derived is worked out for the listed rows only.
  rows: (db, ids) => clientRows(db).where(among('client.id', ids)).execute(),
}
