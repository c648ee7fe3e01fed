import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ComponentProps, CSSProperties, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'

type TableProps = {
  /** What the table lists, for those who listen. */
  label: string
  children: ReactNode
  /** All rows with the head, where only some of them are drawn. */
  rowCount?: number
  /** Makes the widths of the head the widths of the columns, whatever the rows hold; narrower it scrolls sideways. */
  minWidth?: string
  /** Rows of 48 pixels. */
  isDense?: boolean
  /** For the box that scrolls: a maximum height makes the head stay in view. */
  className?: string
  style?: CSSProperties
  ref?: Ref<HTMLElement>
}

const dense =
  '[&_:is(td,th)]:px-2 [&_:is(td,th):first-child]:pl-3 [&_:is(td,th):last-child]:pr-3 [&>thead_th]:py-2 [&>tbody>tr>*]:py-1'

/** A real table. When it is too wide it scrolls within itself, on small screens with the first column held. */
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
        // What is stretched over a row, to make all of it one button, ends with it.
        'group/row relative',
        isSelected ? '[&>*]:bg-brand-soft' : '[&>*]:bg-surface hover:[&>*]:bg-sunken',
        row.onClick && 'cursor-pointer',
        className,
      )}
      {...row}
    />
  )
}

const held = 'max-md:first:sticky max-md:first:left-0 max-md:first:z-10'

type Sort = 'ascending' | 'descending' | 'none'
type TableHeaderProps = ComponentProps<'th'> & {
  isNumeric?: boolean
  /** With `onSort` the heading is a button. */
  sort?: Sort
  onSort?: () => void
}

/** A column's heading. */
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
        held,
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
            // Beside the first of two lines, which is the shorter one.
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

/** A cell; with `isHeading` it names its row. */
export function TableCell({
  isNumeric,
  isHeading = false,
  className,
  ...cell
}: ComponentProps<'td'> & { isNumeric?: boolean; isHeading?: boolean }) {
  const look = classNames(
    'border-b border-line px-2.5 py-2.5 align-middle font-normal transition-colors first:pl-4 last:pr-4',
    isNumeric && 'text-right',
    held,
    className,
  )
  return isHeading ? (
    <th scope="row" className={look} {...cell} />
  ) : (
    <td className={look} {...cell} />
  )
}
