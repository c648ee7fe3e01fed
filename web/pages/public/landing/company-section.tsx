import { EyeOff, type LucideIcon, Users } from 'lucide-react'
import { Section } from './section.tsx'

export const CompanySection = () => (
  <Section
    id="company"
    title="Privacy is a feature, not a footnote"
    lead="People only speak openly where they feel safe. That is why employers get figures about groups and nothing else."
    isRaised
  >
    <div className="grid grid-cols-2 gap-6 max-md:grid-cols-1">
      <Side
        icon={Users}
        title="What employers see"
        look="bg-sunken"
        points={[
          'How many eligible employees have registered',
          'How many sessions took place in total, and what they cost',
          'How risk is distributed month by month, in groups large enough that nobody can be recognized',
        ]}
      />
      <Side
        icon={EyeOff}
        title="What employers never see"
        look="bg-brand-soft"
        points={[
          'Who has registered, and who talks to a coach',
          "Anyone's answers, scores, plans or conversations",
          'Recordings, transcripts and notes',
        ]}
      />
    </div>
    <dl className="grid grid-cols-3 gap-x-10 gap-y-6 max-md:grid-cols-1">
      {rules.map(({ title, text }) => (
        <div key={title}>
          <dt className="text-base font-semibold">{title}</dt>
          <dd className="mt-1 text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  </Section>
)

type SideProps = { icon: LucideIcon; title: string; look: string; points: string[] }

const Side = ({ icon: Icon, title, look, points }: SideProps) => (
  <div className={`rounded-md p-6 ${look}`}>
    <h3 className="flex items-center gap-3 text-lg">
      <Icon aria-hidden size={20} className="shrink-0" />
      {title}
    </h3>
    <ul className="mt-4 flex list-disc flex-col gap-2 pl-5">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  </div>
)

const rules = [
  {
    title: 'Only your own coach',
    text: 'Coaches only see the clients assigned to them.',
  },
  {
    title: 'Every access is logged',
    text: 'Opening a plan or transcript is recorded, and clients can see who did it.',
  },
  {
    title: 'Small groups stay hidden',
    text: 'Figures about only a handful of people are never shown.',
  },
]
