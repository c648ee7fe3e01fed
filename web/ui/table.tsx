import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ComponentProps, CSSProperties, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'

type TableProps = {
  label: string
  children: ReactNode
  /** Including the header, where only some rows are in the DOM. */
  rowCount?: number
  /** Fixes the column widths to those of the header, and scrolls sideways when narrower. */
  minWidth?: string
  /** Rows of 48 pixels. */
  isDense?: boolean
  className?: string
  style?: CSSProperties
  ref?: Ref<HTMLElement>
}

const dense =
  '[&_:is(td,th)]:px-2 [&_:is(td,th):first-child]:pl-3 [&_:is(td,th):last-child]:pr-3 [&>thead_th]:py-2 [&>tbody>tr>*]:py-1'

/** Scrolls sideways if it is too wide, on phones with a sticky first column. */
export function Table({
  label,
  children,
  rowCount,
  minWidth,
  isDense = false,
  className,
  ...box
}: TableProps) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className={classNames(
        'relative overflow-auto rounded-md border border-line bg-surface focus-visible:-outline-offset-2',
        className,
      )}
      {...box}
    >
      <table
        aria-rowcount={rowCount}
        style={{ minWidth }}
        className={classNames(
          'w-full border-separate border-spacing-0 text-left text-sm',
          minWidth !== undefined && 'table-fixed',
          isDense && dense,
        )}
      >
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </section>
  )
}

type TableHeadProps = { rowIndex?: number; className?: string; children: ReactNode }

export function TableHead({ rowIndex, className = 'top-0', children }: TableHeadProps) {
  return (
    <thead className={classNames('sticky z-20', className)}>
      <tr aria-rowindex={rowIndex}>{children}</tr>
    </thead>
  )
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody className="[&>tr:last-child>*]:border-b-0" {...props} />
}

export function TableRow({
  isSelected = false,
  className,
  ...row
}: ComponentProps<'tr'> & { isSelected?: boolean }) {
  return (
    <tr
      aria-selected={isSelected || undefined}
      className={classNames(
        // `relative` for a control that covers the row.
        'group/row relative',
        isSelected ? '[&>*]:bg-brand-soft' : '[&>*]:bg-surface hover:[&>*]:bg-sunken',
        row.onClick && 'cursor-pointer',
        className,
      )}
      {...row}
    />
  )
}

const stickyFirstColumn = 'max-md:first:sticky max-md:first:left-0 max-md:first:z-10'

type Sort = 'ascending' | 'descending' | 'none'
type TableHeaderProps = ComponentProps<'th'> & {
  isNumeric?: boolean
  /** The heading is a button with `onSort`. */
  sort?: Sort
  onSort?: () => void
}

export function TableHeader({
  isNumeric,
  sort,
  onSort,
  className,
  children,
  ...header
}: TableHeaderProps) {
  const SortIcon =
    sort === 'ascending' ? ArrowUp : sort === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={onSort ? (sort ?? 'none') : undefined}
      className={classNames(
        'border-b border-line bg-surface px-2.5 py-2.5 text-xs font-semibold whitespace-nowrap text-muted uppercase first:pl-4 last:pr-4',
        isNumeric && 'text-right',
        stickyFirstColumn,
        className,
      )}
      {...header}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={classNames(
            '-mx-1 inline-flex min-h-6 uppercase items-center gap-1 rounded-md px-1 hover:text-ink',
            // Beside the first of two lines.
            'has-[br]:relative has-[br]:[&>svg]:absolute has-[br]:[&>svg]:top-0.5',
            isNumeric
              ? 'text-right has-[br]:[&>svg]:left-1'
              : 'has-[br]:text-left has-[br]:[&>svg]:right-1',
          )}
        >
          {children}
          <SortIcon
            aria-hidden
            size={14}
            className={classNames(sort !== 'none' && sort && 'text-ink')}
          />
        </button>
      ) : (
        children
      )}
    </th>
  )
}

/** With `isHeading` a row header. */
export function TableCell({
  isNumeric,
  isHeading = false,
  className,
  ...cell
}: ComponentProps<'td'> & { isNumeric?: boolean; isHeading?: boolean }) {
  const classes = classNames(
    'border-b border-line px-2.5 py-2.5 align-middle font-normal transition-colors first:pl-4 last:pr-4',
    isNumeric && 'text-right',
    stickyFirstColumn,
    className,
  )
  return isHeading ? (
    <th scope="row" className={classes} {...cell} />
  ) : (
    <td className={classes} {...cell} />
  )
}
