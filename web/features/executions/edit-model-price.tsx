import { useQueryClient } from '@tanstack/react-query'
import {
  listModelPrices,
  type ModelPrice,
  modelPrice,
  saveModelPrices,
} from '#contract/executions/executions.ts'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { NumberField } from '#web/form/number-field.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { queryFor, refetchQuery } from '#web/lib/query.ts'

type EditModelPriceProps = {
  isOpen: boolean
  onClose: () => void
  /** Undefined for a new model. */
  edited: ModelPrice | undefined
  /** The whole table. */
  prices: readonly ModelPrice[]
  version: number
}

const query = queryFor(listModelPrices, {})
const none = { model: '', inputPrice: undefined, outputPrice: undefined, currency: 'USD' }

/** Edits the price of one model; the whole table is saved. */
export function EditModelPrice({ isOpen, onClose, edited, prices, version }: EditModelPriceProps) {
  const queries = useQueryClient()
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={edited ? 'Edit price' : 'Add price'}
      size="sm"
      schema={modelPrice}
      defaults={edited ?? none}
      version={version}
      reloadRow={async () => {
        const table = await refetchQuery(queries, query)
        const theirs = table.prices.find(({ model }) => model === edited?.model)
        return { fields: theirs ?? edited ?? none, version: table.version }
      }}
      submitLabel={edited ? 'Save price' : 'Add price'}
      pendingLabel="Saving..."
      mutationFn={({ fields, version: known }, call) => {
        // Replaces a model of the same name.
        const others = prices.filter(({ model }) => ![edited?.model, fields.model].includes(model))
        return call(saveModelPrices, {
          body: { prices: [...others, fields], ...(known !== undefined && { version: known }) },
        })
      }}
      errorToast="Failed to save the price"
      onSuccess={(saved) => queries.setQueryData(query.queryKey, saved)}
    >
      <TextField name="model" label="Model" hint="The model name as shown in the log." isRequired />
      <FieldPair>
        <NumberField
          name="inputPrice"
          label="Input, per million tokens"
          isRequired
          min={0}
          step="any"
        />
        <NumberField
          name="outputPrice"
          label="Output, per million tokens"
          isRequired
          min={0}
          step="any"
        />
      </FieldPair>
      <TextField
        name="currency"
        label="Currency"
        hint="Three letters, such as USD."
        clean={(text) => text.trim().toUpperCase()}
        maxLength={3}
        className="uppercase"
        isRequired
        spellCheck={false}
      />
    </FormDialog>
  )
}
