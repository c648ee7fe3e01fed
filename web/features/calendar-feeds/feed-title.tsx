import { useWatch } from 'react-hook-form'
import {
  type CalendarFeed,
  type FeedTitle,
  feedTitleForm,
  setFeedTitle,
} from '#contract/calendar-feeds/calendar-feeds.ts'
import { TextField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { SelectField } from '#web/form/select-field.tsx'

type Titles = Partial<Record<FeedTitle, string>>

const neutral: Titles = { appointment: 'Appointment', busy: 'Busy' }
const ofClient: Titles = { firstName: 'Session with your coach’s first name' }
const ofCoach: Titles = {
  initials: 'Session with the client’s initials',
  firstName: 'Session with the client’s first name',
  fullName: 'Session with the client’s full name',
}
const titlesFor = (isCoach: boolean): Titles => ({
  ...neutral,
  own: 'Your own words',
  ...(isCoach ? ofCoach : ofClient),
})

/** What the sessions are called. A former coach may still have the title of one. */
export const formatTitle = ({ title, ownTitle }: CalendarFeed, isCoach: boolean) =>
  title === 'own' ? ownTitle : (titlesFor(isCoach)[title] ?? ofClient.firstName)

type FeedTitleDialogProps = {
  isOpen: boolean
  onClose: () => void
  feed: CalendarFeed
  isCoach: boolean
}

export const FeedTitleDialog = ({ isOpen, onClose, feed, isCoach }: FeedTitleDialogProps) => (
  <FormDialog
    isOpen={isOpen}
    onClose={onClose}
    title="Title of your sessions"
    description="In a work calendar, colleagues may see it."
    schema={feedTitleForm}
    defaults={{ title: feed.title, ownTitle: feed.ownTitle }}
    submitLabel="Save title"
    pendingLabel="Saving..."
    mutationFn={({ fields }, call) => call(setFeedTitle, { body: fields })}
    successToast={() => ({
      title: 'Title saved',
      description: 'Your calendar app may show it up to a day later.',
    })}
    errorToast="Failed to save the title"
  >
    <SelectField
      name="title"
      label="In your calendar"
      options={Object.entries(titlesFor(isCoach)).map(([value, label]) => ({ value, label }))}
    />
    <OwnTitle />
  </FormDialog>
)

function OwnTitle() {
  const title: unknown = useWatch({ name: 'title' })
  return title === 'own' && <TextField name="ownTitle" label="Your own words" isRequired />
}
