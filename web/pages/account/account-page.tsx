import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, Settings, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useWatch } from 'react-hook-form'
import { type Account, getMyAccount, changeMyName, ownName } from '#contract/accounts/account.ts'
import { isClient, isCoach, roleLabel } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { OwnActs } from '#web/features/accounts/auth/own-acts.tsx'
import { CalendarFeed } from '#web/features/calendar-feeds/calendar-feed.tsx'
import { CoachMeeting } from '#web/features/coaches/coach-meeting.tsx'
import { CoachProfile, coachQuery } from '#web/features/coaches/coach-profile.tsx'
import { FeedbackOfCoach } from '#web/features/feedback/coach-feedback.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { paths } from '#web/paths.ts'
import { queryFor } from '#web/lib/query.ts'
import { useOpenOnThisPage } from '#web/lib/use-open-on-this-page.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ApiForm } from '#web/form/api-form.tsx'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { useUnsavedChanges } from '#web/form/use-unsaved-changes.tsx'
import { useApiForm } from '#web/form/use-api-form.ts'
import { call } from '#web/lib/api.ts'
import { formatPersonInitials } from '#web/lib/person-names.ts'
import { Avatar } from '#web/ui/avatar.tsx'

const NotificationsDialog = lazyComponent(
  async () =>
    (await import('#web/features/messages/notifications/notifications-dialog.tsx'))
      .NotificationsDialog,
  'The notification settings could not be loaded.',
)

/** For every role: name, security and notifications; for clients and coaches their calendar, for coaches also their profile. */
export function AccountPage() {
  usePageTitle('Your account')
  const { email, roles } = useSignedInUser()
  const account = useQuery(queryFor(getMyAccount, {}))
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Your account"
        subtitle={`${email} · ${roles.map((it) => roleLabel[it]).join(', ')}`}
      />
      <div className="flex flex-col gap-6">
        <ReadState
          read={account}
          loading={<Skeleton className="h-96 w-full" />}
          failed="Your account could not be loaded"
          notRefreshed="Your account could not be refreshed."
        >
          {(data) => (
            <>
              <Name account={data} />
              <SecurityLink />
              <NotificationsCard />
              <CalendarCard />
              {data.coachId && <MyCoachProfile coachId={data.coachId} />}
            </>
          )}
        </ReadState>
      </div>
    </div>
  )
}

function Name({ account }: { account: Account }) {
  const [saved, setSaved] = useState(0)
  return (
    <Section title="Name" description="Your roles are managed by an administrator.">
      <OwnActs show="hidden">
        <OwnNameForm key={saved} account={account} onSaved={() => setSaved((it) => it + 1)} />
      </OwnActs>
    </Section>
  )
}

const SecurityLink = () => (
  <Section
    title="Sign-in and security"
    description="Your password, email, second factor, and where you’re signed in."
  >
    <Button asChild variant="secondary" icon={ShieldCheck}>
      <Link to={paths.security}>Sign-in and security</Link>
    </Button>
  </Section>
)

function MyCoachProfile({ coachId }: { coachId: string }) {
  const coach = useQuery(coachQuery(coachId))
  return (
    <ReadState
      read={coach}
      loading={<Skeleton className="h-64 w-full" />}
      failed="Your profile could not be loaded"
    >
      {(data) => (
        <>
          <CoachProfile
            coach={data}
            now={new Date(coach.dataUpdatedAt)}
            actions={
              <p className="text-muted">Managed by an administrator. Ask them to change it.</p>
            }
          />
          <CoachMeeting coach={data} />
          <AvailabilityLink />
          <FeedbackOfCoach coachId={coachId} />
        </>
      )}
    </ReadState>
  )
}

const AvailabilityLink = () => (
  <Section title="Hours and time off" description="When you take sessions.">
    <Button asChild variant="secondary" icon={CalendarClock}>
      <Link to={paths.availability}>Hours and time off</Link>
    </Button>
  </Section>
)

function NotificationsCard() {
  const [isOpen, setOpen] = useOpenOnThisPage()
  const [isWanted, setWanted] = useState(false)
  return (
    <Section
      title="Notifications"
      description="Choose which messages you get by email and by text."
    >
      <OwnActs show="button">
        <Button
          variant="secondary"
          icon={Settings}
          onClick={() => {
            setWanted(true)
            setOpen(true)
          }}
        >
          Notification settings
        </Button>
      </OwnActs>
      {isWanted && <NotificationsDialog isOpen={isOpen} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** For whoever has a plan or clients. */
function CalendarCard() {
  const user = useSignedInUser()
  if (!isClient(user) && !isCoach(user)) return null
  return (
    <Section
      title="Calendar"
      description="Follow your sessions in your own calendar app. Changes may show up a day late. In a work calendar, colleagues may see them."
    >
      <OwnActs show="hidden">
        <CalendarFeed isCoach={isCoach(user)} />
      </OwnActs>
    </Section>
  )
}

type SectionProps = { title: string; description: string; children: ReactNode }

const Section = ({ title, description, children }: SectionProps) => (
  <Card aria-label={title}>
    <CardHeader title={title} description={description} />
    {children}
  </Card>
)

const toFields = ({ firstName, lastName }: Account) => ({ firstName, lastName })

function OwnNameForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const queries = useQueryClient()
  const form = useApiForm({
    schema: ownName,
    defaults: toFields(account),
    version: account.version,
    reloadRow: async () => {
      const now = await call(getMyAccount, {})
      return { fields: toFields(now), version: now.version }
    },
    draftKey: 'own name',
    mutationFn: ({ fields, version }, call) => call(changeMyName, { body: { ...fields, version } }),
    successToast: () => ({ title: 'Name saved' }),
    errorToast: 'Failed to save your name',
    onSuccess: (saved) => {
      queries.setQueryData(queryFor(getMyAccount, {}).queryKey, saved)
      onSaved()
    },
  })
  const { question } = useUnsavedChanges(form.unsaved)
  return (
    <ApiForm form={form}>
      {question}
      <div className="flex items-start gap-4">
        <Initials email={account.email} />
        <div className="flex-1">
          <FieldPair>
            <TextField name="firstName" label="First Name" autoComplete="given-name" isRequired />
            <TextField name="lastName" label="Last Name" autoComplete="family-name" isRequired />
          </FieldPair>
        </div>
      </div>
      <Button
        type="submit"
        className="self-start"
        isPending={form.isPending}
        pendingLabel="Saving..."
      >
        Save name
      </Button>
    </ApiForm>
  )
}

/** Follows what is typed. */
function Initials({ email }: { email: string }) {
  const [firstName, lastName] = useWatch({ name: ['firstName', 'lastName'] }) as [string, string]
  return <Avatar size="lg" initials={formatPersonInitials({ firstName, lastName, email })} />
}
