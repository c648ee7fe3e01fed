import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DefinitionKind, DefinitionRow } from '#contract/definitions/definitions.ts'
import { FieldTable } from '#web/form/field-table.tsx'
import { FieldPair } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { getEndpoints, definitionsQuery, refetchDefinition } from './definition-queries.ts'
import { formatFailure, type DefinitionScreen, definitionScreens } from './definition-screens.tsx'

/** More fields than this are shown in two columns. */
const maxInOneColumn = 4

type DefinitionDialogProps<K extends DefinitionKind> = {
  kind: K
  /** Undefined for a new one. */
  row: DefinitionRow<K> | undefined
  /** The parent of a new one. */
  parent?: string | undefined
  onClose: () => void
}

export function DefinitionDialog<K extends DefinitionKind>({
  kind,
  row,
  parent,
  onClose,
}: DefinitionDialogProps<K>) {
  const queries = useQueryClient()
  const screen: DefinitionScreen<K> = definitionScreens[kind]
  const { create, update } = getEndpoints(kind)
  const { under } = screen
  const parents = useQuery({
    ...definitionsQuery(under?.kind ?? 'metricCategory'),
    enabled: under !== undefined,
  })
  const options = (parents.data ?? []).map((it) => ({ value: it.id, label: it.name }))
  const all = useQuery(definitionsQuery(kind))
  const others = (all.data ?? []).filter((it) => it.id !== row?.id)
  const fields = screen.fields(row, options)
  const more = screen.more?.(row, others)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`${row ? 'Edit' : 'Add'} ${screen.one}`}
      schema={screen.schema}
      defaults={{
        ...screen.valuesOf(row),
        ...(!row && under && parent !== undefined && { [under.field]: parent }),
      }}
      {...(row && {
        version: row.version,
        reloadRow: async () => {
          const now = await refetchDefinition(queries, kind, row.id)
          return { fields: screen.valuesOf(now), version: now.version }
        },
      })}
      draftKey={`${kind} ${row?.id ?? 'new'}`}
      submitLabel={row ? 'Save Changes' : `Add ${screen.one}`}
      pendingLabel="Saving..."
      mutationFn={({ fields, version }, call) =>
        row
          ? call(update, { params: { id: row.id }, body: { ...fields, version } })
          : call(create, { body: fields })
      }
      successToast={() => ({ title: `${screen.one} ${row ? 'updated' : 'added'}` })}
      errorToast={formatFailure(row ? 'update' : 'create', kind)}
    >
      {fields.length > maxInOneColumn ? (
        <FieldPair>
          <FieldTable fields={fields} />
          {more}
        </FieldPair>
      ) : (
        <>
          <FieldTable fields={fields} />
          {more}
        </>
      )}
    </FormDialog>
  )
}
