import type { ReactNode } from 'react'
import { Card, CardHeader } from '#web/ui/card.tsx'

/** What is in force, where there is nothing to set. */
export const WhatHolds = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <CardHeader title={title} />
    <p className="max-w-prose">{children}</p>
  </Card>
)
