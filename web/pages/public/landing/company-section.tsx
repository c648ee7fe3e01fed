import { EyeOff, type LucideIcon, Users } from 'lucide-react'
import { Section } from './section.tsx'

export const CompanySection = () => (
  <Section
    id="company"
    title="Privacy is a feature, not a footnote"
    lead="People only speak openly where it is safe to do so. That is what we build on, and why employers get figures about groups and nothing else."
    isRaised
  >
    <div className="grid grid-cols-2 gap-6 max-md:grid-cols-1">
      <Side
        icon={Users}
        title="What employers see"
        look="bg-sunken"
        points={[
          'How many of those who may take part have registered',
          'How many sessions took place altogether, and what they cost',
          'How risk is spread month by month, in groups large enough that nobody can be recognised',
        ]}
      />
      <Side
        icon={EyeOff}
        title="What employers never see"
        look="bg-brand-soft"
        points={[
          'Who registered, and who talks to a coach',
          'What anybody answered, scored, planned or said',
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
    text: 'Coaches see the clients who are assigned to them, and no others.',
  },
  {
    title: 'Every look is written down',
    text: 'Whoever opens a plan or a transcript leaves a trace, and clients can read who it was.',
  },
  {
    title: 'Small groups stay hidden',
    text: 'Where a figure would be about a handful of people, it is not shown at all.',
  },
]
