import { useQuery } from '@tanstack/react-query'
import { definitionKinds } from '#contract/definitions.ts'
import { read } from '#web/lib/query.ts'
import { SettingsList } from './settings-list.tsx'

/** Which kinds of session can be scheduled. */
export const SessionTypes = () => (
  <SettingsList
    query={useQuery(read(definitionKinds.sessionDefinition.list, {}))}
    title="Session types"
    description="In the order in which plans show them."
    things="session types"
    renderRow={({ name, description }) => (
      <>
        <p className="font-semibold">{name}</p>
        {description && <p className="text-muted">{description}</p>}
      </>
    )}
  />
)
