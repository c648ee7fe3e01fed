import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import {
  createIdentityProvider,
  type GroupRole,
  groupRolesFor,
  type IdentityProvider,
  identityProviderForm,
  listIdentityProviders,
  type RoleGroups,
  updateIdentityProvider,
} from '#contract/accounts/identity-providers.ts'
import { roleLabel } from '#contract/roles.ts'
import { FieldPair, PasswordField, TextField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { SwitchField } from '#web/form/switch-field.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { OrganizationField } from '#web/parts/organization-field.tsx'

const groups = z
  .string()
  .transform((text) => text.split('\n').flatMap((it) => it.trim() || []))
  .pipe(z.array(z.string().max(200)).max(20, 'At most 20 groups.'))
const groupRoles = ['system_admin', 'maylab_admin', 'coach_user', 'org_user'] as const
const common = identityProviderForm
  .omit({ roleGroups: true })
  .extend({ system_admin: groups, maylab_admin: groups, coach_user: groups, org_user: groups })
const added = common.extend({ clientSecret: createIdentityProvider.body.shape.clientSecret })

const toFields = (provider?: IdentityProvider): z.input<typeof common> => {
  const formatGroups = (role: GroupRole) => (provider?.roleGroups[role] ?? []).join('\n')
  return {
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientSecret: '',
    clientId: provider?.clientId ?? '',
    groupClaim: provider?.groupClaim ?? '',
    organizationId: provider?.organizationId ?? null,
    isActive: provider?.isActive ?? true,
    signsOut: provider?.signsOut ?? false,
    system_admin: formatGroups('system_admin'),
    maylab_admin: formatGroups('maylab_admin'),
    coach_user: formatGroups('coach_user'),
    org_user: formatGroups('org_user'),
  }
}

function toBody({
  system_admin,
  maylab_admin,
  coach_user,
  org_user,
  ...rest
}: z.output<typeof common>) {
  const given: RoleGroups = { system_admin, maylab_admin, coach_user, org_user }
  const allowed = groupRolesFor(rest.organizationId)
  const roleGroups = Object.fromEntries(
    groupRoles.map((role) => [role, allowed.includes(role) ? given[role] : []]),
  ) as RoleGroups
  return { ...rest, roleGroups }
}

type IdentityProviderDialogProps = {
  /** Undefined: add one. */
  provider: IdentityProvider | undefined
  isOpen: boolean
  onClose: () => void
}

export function IdentityProviderDialog({ provider, ...dialog }: IdentityProviderDialogProps) {
  const queries = useQueryClient()
  return (
    <FormDialog
      {...dialog}
      size="lg"
      title={provider ? 'Edit identity provider' : 'Add identity provider'}
      description="People sign in with OpenID Connect, for example through Microsoft Entra ID, Google, Okta or Keycloak."
      schema={provider ? common : added}
      defaults={toFields(provider)}
      {...(provider?.version && {
        version: provider.version,
        reloadRow: async () => {
          const rows = await refetchQuery(queries, queryFor(listIdentityProviders, {}))
          const now = rows.find((it) => it.id === provider.id)
          return { fields: toFields(now), version: now?.version ?? 1 }
        },
      })}
      submitLabel={provider ? 'Save changes' : 'Add identity provider'}
      pendingLabel="Saving..."
      mutationFn={({ fields, version }, call) =>
        provider
          ? call(updateIdentityProvider, {
              params: { id: provider.id },
              body: { ...toBody(fields), version },
            })
          : call(createIdentityProvider, { body: toBody(fields) })
      }
      isSecret
      successToast={({ name }) => ({
        title: provider ? 'Identity provider changed' : 'Identity provider added',
        description: name,
      })}
      errorToast="Failed to save the identity provider"
    >
      <TextField
        name="name"
        label="Name"
        hint="Shown on the sign-in page: “Continue with …”."
        isRequired
      />
      <TextField name="issuer" type="url" label="Issuer" placeholder="https://" isRequired />
      <FieldPair>
        <TextField name="clientId" label="Client ID" isRequired />
        <PasswordField
          name="clientSecret"
          label="Client secret"
          isRequired={!provider}
          {...(provider && { hint: 'Leave empty to keep the current one.' })}
        />
      </FieldPair>
      <OrganizationField hint="Its employees can register and sign in. Leave empty for your own staff." />
      <Groups />
      <SwitchField name="isActive" label="Active" hint="Shows the button on the sign-in page." />
      <SwitchField
        name="signsOut"
        label="Also sign out at the provider"
        hint={`Logging out here opens the provider’s sign-out page. Allow ${location.origin}/login there as the address to return to.`}
      />
    </FormDialog>
  )
}

function Groups() {
  const organizationId = useWatch({ name: 'organizationId' }) as string | null
  const claim = useWatch({ name: 'groupClaim' }) as string
  return (
    <>
      <TextField
        name="groupClaim"
        label="Group claim"
        hint="Claim that lists a person’s groups, such as groups. Leave empty if roles are given here only."
      />
      {claim.trim() !== '' &&
        groupRolesFor(organizationId).map((role) => (
          <TextAreaField
            key={role}
            name={role}
            rows={2}
            label={`Groups with the role ${roleLabel[role]}`}
            hint="One per line. At each sign-in, members get the role and everyone else loses it. Leave empty if the role is given here only."
          />
        ))}
    </>
  )
}
