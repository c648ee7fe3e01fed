import { TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { QualityFigures, QualityVersion, Share } from '#contract/analysis/analysis-quality.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import {
  formatComparison,
  countGroup,
  groupStyles,
  toPercent,
  formatPart,
  type QualityGroup,
  formatReasons,
  formatShare,
  formatSpread,
} from './quality-format.ts'

export type QualityRow = {
  id: string
  name: ReactNode
  unit?: string | null
  /** Null for too few clients. */
  figures: QualityFigures | null
  before: QualityVersion['before']
}

type QualityTableProps = {
  label: string
  of: string
  rows: readonly QualityRow[]
  minGroup: number
}

/** The outcome of values by version or by metric, with confidence intervals. */
export const QualityTable = ({ label, of, rows, minGroup }: QualityTableProps) => (
  <Table label={label} minWidth="56.5rem">
    <TableHead>
      <TableHeader className="w-34">{of}</TableHeader>
      <TableHeader isNumeric className="w-18">
        Values
      </TableHeader>
      <TableHeader isNumeric className="w-24">
        Confirmed
      </TableHeader>
      <TableHeader className="w-34">Corrected</TableHeader>
      <TableHeader isNumeric className="w-22">
        Rejected
      </TableHeader>
      <TableHeader className="w-32">Unverified</TableHeader>
      <TableHeader isNumeric className="w-18">
        Waiting
      </TableHeader>
      <TableHeader>Confidence</TableHeader>
    </TableHead>
    <TableBody>
      {rows.map(({ id, name, unit, figures, before }) => (
        <TableRow key={id}>
          <TableCell isHeading className="align-top">
            {name}
          </TableCell>
          {figures ? (
            <Figures figures={figures} unit={unit ?? null} before={before} />
          ) : (
            <TableCell colSpan={7} className="align-top text-muted">
              Hidden: fewer than {formatCount(minGroup)} clients.
            </TableCell>
          )}
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

type FiguresProps = { figures: QualityFigures; unit: string | null; before: QualityRow['before'] }

const Figures = ({ figures, unit, before }: FiguresProps) => (
  <>
    <TableCell isNumeric className="align-top">
      {formatCount(figures.values)}
    </TableCell>
    <TableCell isNumeric className="align-top">
      <Part figures={figures} group="confirmed" />
    </TableCell>
    <TableCell className="align-top">
      <Part figures={figures} group="corrected" />
      <CorrectedBy figures={figures} unit={unit} />
    </TableCell>
    <TableCell isNumeric className="align-top">
      <Part figures={figures} group="rejected" />
    </TableCell>
    <TableCell className="align-top">
      <Part figures={figures} group="unverified" />
      {formatReasons(figures).map((reason) => (
        <Small key={reason}>{reason}</Small>
      ))}
    </TableCell>
    <TableCell isNumeric className="align-top">
      <Part figures={figures} group="waiting" />
    </TableCell>
    <TableCell className="align-top">
      <SharePart of="Confirmed, of those decided" share={figures.confirmed} before={before} />
      <SharePart of="Backed by a client quote" share={figures.shown} before={before} />
    </TableCell>
  </>
)

const Small = ({ children }: { children: ReactNode }) => (
  <span className="block text-xs text-muted">{children}</span>
)

/** The share of all values, and their number. */
function Part({ figures, group }: { figures: QualityFigures; group: QualityGroup }) {
  const some = countGroup(figures, group)
  return (
    <>
      {formatPart(some, figures.values)}
      <span className="sr-only"> {groupStyles[group].word.toLowerCase()},</span>
      <Small>{formatCount(some)}</Small>
    </>
  )
}

function CorrectedBy({ figures: { correction, states }, unit }: Omit<FiguresProps, 'before'>) {
  if (!correction) return states.corrected ? <Small>amount hidden: too few clients</Small> : null
  const ofRange = formatSpread(toPercent(correction.ofRange), '%')
  const inUnit = correction.inUnit && formatSpread(correction.inUnit, unit ? `\u00A0${unit}` : '')
  return (
    <>
      {inUnit && (
        <Small>
          by {inUnit.median} (IQR {inUnit.between})
        </Small>
      )}
      <Small>
        {inUnit ? '' : 'by '}
        {ofRange.median} of the range (IQR {ofRange.between})
      </Small>
    </>
  )
}

type SharePartProps = { of: string; share: Share; before: QualityRow['before'] }

/** A share with its interval, and the difference to the previous version. */
function SharePart({ of, share, before }: SharePartProps) {
  const told = formatShare(share)
  const compared = formatComparison(share.compared, before)
  return (
    <div className="not-first:mt-2">
      <Small>{of}</Small>
      {told ? (
        <>
          <span className="font-semibold">{told.share}</span>{' '}
          <span className="text-xs whitespace-nowrap text-muted">({told.between})</span>
        </>
      ) : (
        <span className="text-muted">Too few values ({formatCount(share.of)})</span>
      )}
      {compared && (told || share.compared !== 'too-few') && (
        <div>
          <Badge
            tone={compared.tone}
            {...(compared.tone === 'red' && { icon: TrendingDown })}
            {...(compared.tone === 'green' && { icon: TrendingUp })}
          >
            {compared.words}
          </Badge>
        </div>
      )}
    </div>
  )
}
