import { useQuery } from '@tanstack/react-query'
import { HeartHandshake } from 'lucide-react'
import { useParams } from 'react-router'
import { OwnActs } from '#web/features/accounts/auth/own-acts.tsx'
import { LivePlan } from '#web/lib/live-plan.tsx'
import { BackLink, PageState } from '#web/parts/page-state.tsx'
import { paths } from '#web/paths.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Answering } from './answering.tsx'
import { QuestionnaireEnded } from './questionnaire-ended.tsx'
import { questionnaireQuery } from './use-answers.ts'

/** A questionnaire as its client answers it: one question a screen, in two minutes, on a phone. */
export function QuestionnairePage() {
  const { clientId = '', id = '' } = useParams()
  return <Questionnaire key={id} clientId={clientId} id={id} />
}

function Questionnaire({ clientId, id }: { clientId: string; id: string }) {
  const query = useQuery(questionnaireQuery(id))
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-4">
      <PageState
        read={query}
        back={<BackLink to={paths.myPlan(clientId)}>Back to your plan</BackLink>}
        loading={<QuestionnaireSkeleton />}
        failed="The questionnaire could not be loaded"
        notRefreshed="The questionnaire could not be refreshed."
        notFound={{
          icon: HeartHandshake,
          title: 'Questionnaire not found',
          hint: 'This questionnaire doesn’t exist or isn’t yours to answer.',
        }}
      >
        {(opened) => (
          <>
            {opened.state === 'open' ? (
              <OwnActs>
                <Answering opened={opened} />
              </OwnActs>
            ) : (
              <QuestionnaireEnded opened={opened} />
            )}
            {/* Whether the coach was told may turn out otherwise. */}
            {opened.isCoachNotified !== null && (
              <LivePlan clientId={opened.clientId}>{null}</LivePlan>
            )}
          </>
        )}
      </PageState>
    </div>
  )
}

const QuestionnaireSkeleton = () => (
  <>
    <Spinner label="Loading the questionnaire" className="sr-only" />
    <Skeleton className="h-8 w-40" />
    <Skeleton className="h-96 w-full" />
  </>
)
