import { CalendarPlus, CircleHelp, Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyButton, CopyId } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Fact, FactLine, FactLines, Facts } from '#web/ui/facts.tsx'
import { JsonBlock } from '#web/ui/json-block.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { ToastMessage } from '#web/ui/toast-card.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { ChangedTypeDialog, NewTypeDialog } from './form-dialogs.tsx'
import { Columns, type Group, Live, Stack } from './specimen.tsx'

const overlays = [
  'Dialog with a form',
  'Form changed by someone else',
  'Long dialog',
  'Confirm a deletion',
  'Confirm without danger',
  'Open drawer',
] as const

function Overlays() {
  const [open, setOpen] = useState<(typeof overlays)[number]>()
  const [isLocked, setLocked] = useState(false)
  const close = () => setOpen(undefined)
  const when = (name: typeof open) => ({ isOpen: open === name, onClose: close })
  return (
    <>
      {overlays.map((name) => (
        <Button key={name} variant="secondary" onClick={() => setOpen(name)}>
          {name}
        </Button>
      ))}
      <NewTypeDialog {...when('Dialog with a form')} />
      <ChangedTypeDialog {...when('Form changed by someone else')} />
      <Dialog
        {...when('Long dialog')}
        title="What the transcript says"
        footer={<Button onClick={close}>Done</Button>}
      >
        {Array.from({ length: 24 }, (_, line) => (
          <p key={line} className="mb-3 max-w-prose">
            Client: I slept a little better, and I said no to one meeting.
          </p>
        ))}
      </Dialog>
      <ConfirmDialog
        {...when('Confirm a deletion')}
        title="Delete session type"
        description="Deleting Intake also deletes its 14 sessions and 3 metrics. This cannot be undone."
        confirmLabel="Delete session type"
        onConfirm={close}
      />
      <ConfirmDialog
        {...when('Confirm without danger')}
        tone="primary"
        title="Archive session"
        description="It is removed from the plan and can be restored at any time."
        confirmLabel="Archive session"
        onConfirm={close}
      />
      <Drawer
        {...when('Open drawer')}
        title="Session"
        description="Tuesday, 14:00"
        isLocked={isLocked}
      >
        <Switch
          label="Block closing"
          hint="While on, Escape, clicking outside and the close button don’t close the drawer."
          checked={isLocked}
          onCheckedChange={setLocked}
        />
      </Drawer>
    </>
  )
}

const messages: Record<string, ToastMessage> = {
  'Show a toast': {
    title: 'Coach created',
    description: 'The coach has been successfully added.',
  },
  'Show a destructive toast': {
    title: 'Login Failed',
    description: 'Invalid credentials. Please try again.',
    tone: 'destructive',
  },
  'Show a short toast': { title: 'Copied!' },
  'Show a toast with an action': {
    title: 'Session archived',
    action: { label: 'Undo', onPress: () => {} },
  },
}

function Toasts() {
  const toast = useToast()
  return Object.entries(messages).map(([name, message]) => (
    <Button key={name} variant="secondary" onClick={() => toast(message)}>
      {name}
    </Button>
  ))
}

const banners = [
  ['neutral', 'Nothing has changed since Monday.'],
  ['blue', 'The speech models are still downloading. Transcription starts automatically.'],
  ['green', 'The connection works.'],
  ['red', 'The recording could not be stored. What was uploaded so far is safe.'],
  ['purple', 'Sample data'],
  ['brand', 'Your mental wellness journey starts here.'],
] as const

export const layout: Group[] = [
  {
    id: 'structure',
    title: 'Structure',
    about:
      'A page has a heading, then cards. Tabs split one item into parts; arrow keys move between them.',
    specimens: {
      Tabs: (
        <Live start="overview">
          {(tab, setTab) => (
            <Tabs
              label="Session"
              value={tab}
              onValueChange={setTab}
              tabs={[
                { value: 'overview', label: 'Overview', content: <p>Tuesday, 14:00.</p> },
                { value: 'recording', label: 'Recording', content: <p>48 minutes of video.</p> },
                { value: 'history', label: 'History', isDisabled: true, content: null },
              ]}
            />
          )}
        </Live>
      ),
      Card: (
        <Card className="w-full">
          <CardHeader
            level={3}
            title="Home assignments"
            description="To do before the next session."
            actions={
              <Button size="sm" variant="secondary" icon={Plus}>
                Add
              </Button>
            }
          />
          <p>Ten minutes of breathing, every morning.</p>
        </Card>
      ),
    },
  },
  {
    id: 'overlays',
    title: 'Overlays',
    about: 'Escape closes, the focus stays inside and returns to where it came from.',
    specimens: {
      'Dialog, confirmation and drawer': <Overlays />,
      Popover: (
        <Popover
          label="How risk is calculated"
          trigger={
            <Button variant="secondary" icon={CircleHelp}>
              How is it calculated?
            </Button>
          }
        >
          <p>Based on the latest burnout assessment: up to 30 is low, up to 60 is medium.</p>
        </Popover>
      ),
    },
  },
  {
    id: 'details',
    title: 'Details',
    about: 'Details most people don’t need stay out of the way, one key press away.',
    specimens: {
      Collapsible: (
        <Stack>
          <Collapsible title="Advanced settings" summary="2 of 6 are set">
            <p>These apply to every session of this type.</p>
          </Collapsible>
          <Collapsible title="Placeholders" isOpenAtFirst>
            <p>Placeholders insert the client’s name into the prompt.</p>
          </Collapsible>
        </Stack>
      ),
      'Facts: each name above its value, or beside it': (
        <Stack>
          <Facts>
            <Fact name="Last session">Mar 4, 2026</Fact>
            <Fact name="Next session">Not scheduled</Fact>
          </Facts>
          <FactLines>
            <FactLine name="Session type">Follow-up</FactLine>
            <FactLine name="Week">W12</FactLine>
          </FactLines>
        </Stack>
      ),
      Copying: (
        <>
          <CopyButton
            text="https://wellbeing.example/onboard/7"
            label="Copy link"
            failed="Failed to copy link to clipboard"
          />
          <CopyId id="0193e6a2-7c1f-7b52-9d5e-2f8d4c1a9b03" />
        </>
      ),
      'Data as it is': (
        <Stack>
          <JsonBlock
            label="Answer of the model"
            value={{ values: [{ key: 'stress', value: 62 }] }}
          />
        </Stack>
      ),
    },
  },
  {
    id: 'feedback',
    title: 'Feedback',
    about:
      'Toasts show one at a time for five seconds. F8 focuses the toast, Escape closes it and returns focus, a swipe right dismisses it.',
    specimens: {
      Toast: <Toasts />,
      Banner: (
        <Stack>
          {banners.map(([tone, text]) => (
            <Banner key={tone} tone={tone}>
              {text}
            </Banner>
          ))}
          <Banner
            tone="amber"
            action={
              <Button size="sm" variant="secondary">
                Exit Impersonation
              </Button>
            }
          >
            You are acting as Anna Holm, anna@nordlys.test.
          </Banner>
        </Stack>
      ),
      Spinner: (
        <>
          <Spinner label="Loading users" />
          <Spinner label="Loading users" isLabelVisible />
        </>
      ),
      'Progress: known, done, unknown, failed': (
        <Stack>
          <Progress value={0.42} label="Upload" />
          <Progress value={1} label="Finished upload" tone="green" />
          <Progress value={undefined} label="Transcription" />
          <Progress value={0.7} label="Failed upload" tone="red" />
        </Stack>
      ),
      Skeleton: <Skeleton className="h-9 w-64 max-w-full" />,
      'Empty and failed': (
        <Columns>
          <EmptyState
            icon={CalendarPlus}
            title="No sessions yet"
            hint="Sessions you schedule for this client appear here, week by week."
            action={<Button>Add session</Button>}
          />
          <ErrorState
            title="The clients could not be loaded"
            description="The server did not answer. Nothing was changed."
            onRetry={() => {}}
          />
          <EmptyState
            icon={Users}
            title="No users found"
            hint="Try adjusting your search or filter criteria."
          />
        </Columns>
      ),
    },
  },
]
