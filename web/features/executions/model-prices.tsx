import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Coins, Plus } from 'lucide-react'
import { useState } from 'react'
import {
  listModelPrices,
  type ModelPrice,
  maxModelPrices,
  saveModelPrices,
} from '#contract/executions/executions.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { EditModelPrice } from './edit-model-price.tsx'

export function ModelPrices() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="sm" icon={Coins} onClick={() => setOpen(true)}>
        Model prices
      </Button>
      {isOpen && <ModelPricesDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** The prices of models per million tokens, from which the costs of executions are calculated. */
function ModelPricesDialog({ onClose }: { onClose: () => void }) {
  const query = queryFor(listModelPrices, {})
  const table = useQuery(query)
  const editing = useDialog<ModelPrice | undefined>()
  const prices = table.data?.prices ?? []
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Model prices"
      description="Per million tokens. Execution costs use the current price of the model."
      size="lg"
      footer={
        <>
          <Button
            variant="secondary"
            icon={Plus}
            disabled={!table.data || prices.length >= maxModelPrices}
            onClick={() => editing.open(undefined)}
          >
            Add price
          </Button>
          <Button onClick={onClose}>Close prices</Button>
        </>
      }
    >
      <ReadState
        read={table}
        loading={<RowsSkeleton label="Loading the prices" />}
        failed="The prices could not be loaded"
      >
        {({ prices: known, version }) => (
          <>
            {known.length === 0 ? (
              <p className="text-muted">
                No prices yet, so no costs are shown. Add the models your providers use, named as in
                the log.
              </p>
            ) : (
              <Prices prices={known} version={version} onEdit={editing.open} />
            )}
            <EditModelPrice
              {...editing.props}
              edited={editing.value}
              prices={known}
              version={version}
            />
          </>
        )}
      </ReadState>
    </Dialog>
  )
}

type PricesProps = {
  prices: readonly ModelPrice[]
  version: number
  onEdit: (price: ModelPrice) => void
}

const amount = (price: number) => price.toLocaleString('en-US', { maximumFractionDigits: 6 })

function Prices({ prices, version, onEdit }: PricesProps) {
  const queries = useQueryClient()
  const remove = useApiMutation({
    mutationFn: (model: string, call) =>
      call(saveModelPrices, {
        body: { prices: prices.filter((it) => it.model !== model), version },
      }),
    errorToast: 'Failed to remove the price',
    onSuccess: (saved) => queries.setQueryData(queryFor(listModelPrices, {}).queryKey, saved),
  })
  return (
    <Table label="Model prices">
      <TableHead>
        <TableHeader>Model</TableHeader>
        <TableHeader isNumeric>Input, per million tokens</TableHeader>
        <TableHeader isNumeric>Output, per million tokens</TableHeader>
        <TableHeader>Currency</TableHeader>
        <TableHeader className="text-right">Actions</TableHeader>
      </TableHead>
      <TableBody>
        {prices.map((price) => (
          <TableRow key={price.model}>
            <TableCell isHeading className="font-semibold break-all">
              {price.model}
            </TableCell>
            <TableCell isNumeric>{amount(price.inputPrice)}</TableCell>
            <TableCell isNumeric>{amount(price.outputPrice)}</TableCell>
            <TableCell>{price.currency}</TableCell>
            <TableCell className="text-right whitespace-nowrap">
              <Button variant="ghost" size="sm" onClick={() => onEdit(price)}>
                Edit<span className="sr-only"> the price of {price.model}</span>
              </Button>
              <Button
                variant="ghost"
                size="sm"
                isPending={remove.isPending && remove.sent === price.model}
                onClick={() => remove.run(price.model)}
              >
                Remove<span className="sr-only"> the price of {price.model}</span>
              </Button>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
