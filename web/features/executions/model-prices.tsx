import { Coins } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { optional } from '#web/ui/optional.tsx'

const ModelPricesDialog = optional(
  async () => (await import('./model-prices-dialog.tsx')).ModelPricesDialog,
  'The prices could not be loaded.',
)

/** The way to what models cost. */
export function ModelPrices() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="sm" icon={Coins} onClick={() => setOpen(true)}>
        Model prices
      </Button>
      {isOpen && <ModelPricesDialog onClose={() => setOpen(false)} />}
    </>
  )
}
