import { CalendarPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Group, Specimen } from './specimen.tsx'

const banners = [
  ['neutral', 'Nothing has changed since Monday.'],
  ['blue', 'The speech models are still downloading. Transcription starts automatically.'],
  ['green', 'The connection works.'],
  ['amber', 'You are acting as Anna Holm, anna@nordlys.test.'],
  ['red', 'The recording could not be stored. What was uploaded so far is safe.'],
  ['purple', 'Sample data'],
  ['brand', 'Your mental wellness journey starts here.'],
] as const

export function FeedbackGroup() {
  const toast = useToast()
  const [isRetrying, setRetrying] = useState(false)
  return (
    <Group
      id="feedback"
      title="Feedback"
      about="Toasts show one at a time for five seconds. F8 focuses the toast, Escape closes it and returns focus, a swipe right dismisses it."
    >
      <Specimen title="Toast">
        <Button
          variant="secondary"
          onClick={() =>
            toast({ title: 'Coach created', description: 'The coach has been successfully added.' })
          }
        >
          Show a toast
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            toast({
              title: 'Login Failed',
              description: 'Invalid credentials. Please try again.',
              tone: 'destructive',
            })
          }
        >
          Show a destructive toast
        </Button>
        <Button variant="secondary" onClick={() => toast({ title: 'Copied!' })}>
          Show a short toast
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            toast({
              title: 'Session archived',
              action: { label: 'Undo', onPress: () => toast({ title: 'Session restored' }) },
            })
          }
        >
          Show a toast with an action
        </Button>
      </Specimen>
      <Specimen title="Banner" isStacked>
        {banners.map(([tone, text]) => (
          <Banner
            key={tone}
            tone={tone}
            action={
              tone === 'amber' && (
                <Button size="sm" variant="secondary">
                  Exit Impersonation
                </Button>
              )
            }
          >
            {text}
          </Banner>
        ))}
      </Specimen>
      <Specimen title="Spinner">
        <Spinner label="Loading users" />
        <Spinner label="Loading users" isLabelVisible />
      </Specimen>
      <Specimen title="Progress: known, done, unknown, failed" isStacked>
        <Progress value={0.42} label="Upload" />
        <Progress value={1} label="Finished upload" tone="green" />
        <Progress value={undefined} label="Transcription" />
        <Progress value={0.7} label="Failed upload" tone="red" />
      </Specimen>
      <Specimen title="Skeleton" isStacked>
        <Card>
          <span className="sr-only">Loading</span>
          <div className="flex items-center gap-3">
            <Skeleton className="size-9 rounded-full" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-3.5 w-40 max-w-full" />
              <Skeleton className="h-3 w-64 max-w-full" />
            </div>
          </div>
        </Card>
      </Specimen>
      <Specimen title="Empty and failed">
        <div className="grid w-full gap-4 md:grid-cols-2">
          <Card>
            <EmptyState
              icon={CalendarPlus}
              title="No sessions yet"
              hint="Sessions you schedule for this client appear here, week by week."
              action={<Button>Add session</Button>}
            />
          </Card>
          <Card>
            <ErrorState
              title="The clients could not be loaded"
              description="The server did not answer. Nothing was changed."
              isRetrying={isRetrying}
              onRetry={() => {
                setRetrying(true)
                setTimeout(() => setRetrying(false), 1200)
              }}
            />
          </Card>
          <Card>
            <EmptyState
              icon={Users}
              title="No users found"
              hint="Try adjusting your search or filter criteria."
            />
          </Card>
        </div>
      </Specimen>
    </Group>
  )
}
