import type { Client } from '#contract/clients.ts'
import type { ListRows } from '#web/ui/list-body.tsx'
import { Rows } from '#web/ui/rows.tsx'
import { clientColumns, clientRow } from './client-columns.tsx'

const columns = clientColumns({})

/** Clients of one coach, each with the way to the plan. */
export const ClientRows = ({ list }: { list: ListRows<Client> }) => (
  <Rows
    {...clientRow}
    columns={columns}
    label="Clients"
    list={list}
    rowKey={({ id }) => id}
    sorting={undefined}
  />
)
