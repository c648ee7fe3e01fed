import { CircleHelp } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { CopyButton, CopyId } from '../../ui/copy-button.tsx'
import { Fact, FactLine, FactLines, Facts } from '../../ui/facts.tsx'
import { JsonBlock } from '../../ui/json-block.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Group, Specimen } from './specimen.tsx'

export const DetailsGroup = () => (
  <Group
    id="details"
    title="Details"
    about="Details most people don’t need stay out of the way, one key press away."
  >
    <Specimen title="Popover">
      <Popover
        label="How risk is calculated"
        trigger={
          <Button variant="secondary" icon={CircleHelp}>
            How is it calculated?
          </Button>
        }
      >
        <p>Based on the latest burnout assessment: up to 30 is low, up to 60 is medium.</p>
        <p className="mt-3">
          <a href="#details" className="rounded-md text-brand-ink underline underline-offset-2">
            Read more about bands
          </a>
        </p>
      </Popover>
    </Specimen>
    <Specimen title="Collapsible" isStacked>
      <Collapsible title="Advanced settings" summary="2 of 6 are set">
        <p>These apply to every session of this type.</p>
      </Collapsible>
      <Collapsible title="Placeholders" isOpenAtFirst>
        <p>Placeholders insert the client’s name into the prompt.</p>
      </Collapsible>
    </Specimen>
    <Specimen title="Facts: each name above its value, or beside it" isStacked>
      <Facts>
        <Fact name="Last session">Mar 4, 2026</Fact>
        <Fact name="Next session">Not scheduled</Fact>
        <Fact name="Open sessions">2</Fact>
      </Facts>
      <FactLines>
        <FactLine name="Session type">Follow-up</FactLine>
        <FactLine name="Week">W12</FactLine>
      </FactLines>
    </Specimen>
    <Specimen title="Copying">
      <CopyButton
        text="https://wellbeing.example/onboard/7"
        label="Copy link"
        failed="Failed to copy link to clipboard"
      />
      <div className="w-40">
        <CopyId id="0193e6a2-7c1f-7b52-9d5e-2f8d4c1a9b03" />
      </div>
    </Specimen>
    <Specimen title="Data as it is" isStacked>
      <JsonBlock
        label="Answer of the model"
        value={{
          values: [{ key: 'stress', value: 62, quotes: ['about a six out of ten this week'] }],
          model: 'built_in',
        }}
      />
    </Specimen>
  </Group>
)
