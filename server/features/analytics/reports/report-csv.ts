import type { CsvSeparator } from '#contract/csv.ts'
import { byteOrderMark, csvLine } from '../../audit/csv.ts'
import { listRows, type Report } from './report-rows.ts'

/** A line for each figure; one that is hidden is empty. */
export const reportCsv = ({ organizationName, quarter, view }: Report, separator?: CsvSeparator) =>
  [
    byteOrderMark,
    csvLine(
      ['organization', 'quarter', 'part', 'figure', 'period', 'value', 'unit', 'precision'],
      separator,
    ),
    ...listRows(view).map(({ part, figure, period, value, unit, isAtLeast }) =>
      csvLine(
        [
          ...[organizationName, quarter, part, figure, period ?? quarter, value],
          unit === 'money' ? view.currency : unit,
          value === null ? 'hidden' : isAtLeast ? 'at least' : 'exact',
        ],
        separator,
      ),
    ),
  ].join('')
