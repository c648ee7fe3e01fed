import type { ReactNode } from 'react'
import { brandName } from '#web/lib/installation.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'

/** What is in force, where there is nothing to set. */
export const WhatHolds = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <CardHeader title={title} />
    <p className="max-w-prose">{children}</p>
  </Card>
)

/** What is set where the server runs. */
export const GeneralSettings = () => (
  <WhatHolds title="Set on the server">
    The brand name is <strong className="font-semibold">{brandName}</strong>. It is read from the
    server&rsquo;s settings when the product starts, like its address, its database and its keys.
  </WhatHolds>
)
