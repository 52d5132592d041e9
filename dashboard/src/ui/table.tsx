import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { t } from '../messages/shared-text.ts'
import { ScrollRegion } from './scroll-region.tsx'

/**
 * A table with a sticky header. If it is wider than the page it scrolls sideways in its own box, where the
 * header can't be sticky. `label` is its accessible name.
 */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  const { box, fits } = useContentFits()
  return (
    <ScrollRegion
      ref={box}
      label={label}
      data-fits={fits || undefined}
      className={clsx('group/table relative', !fits && 'overflow-x-auto rounded-xl')}
    >
      <table className="w-full border-collapse text-left">{children}</table>
    </ScrollRegion>
  )
}

/** Returns whether the content fits its box's width. */
function useContentFits() {
  const box = useRef<HTMLElement>(null)
  const [fits, setFits] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const updateFits = () => setFits(element.scrollWidth <= element.clientWidth)
    const observer = new ResizeObserver(updateFits)
    for (const target of [element, ...element.children]) observer.observe(target)
    updateFits()
    return () => observer.disconnect()
  }, [])
  return { box, fits }
}

export function Th({
  align = 'left',
  className,
  ...props
}: ComponentProps<'th'> & { align?: 'left' | 'right' }) {
  return (
    <th
      scope="col"
      className={clsx(
        'h-10 whitespace-nowrap bg-surface px-3 font-medium text-ink-3 text-xs first:rounded-tl-xl first:pl-4 last:rounded-tr-xl last:pr-4 sm:first:pl-5 sm:last:pr-5',
        // A border would scroll away, hence the shadow. On phones, the header sticks below the app bar
        // (app-shell.tsx).
        'shadow-[inset_0_-1px_var(--line)] group-data-fits/table:sticky group-data-fits/table:top-0 group-data-fits/table:z-10 max-md:group-data-fits/table:top-14 in-[[role=dialog]]:top-0!',
        align === 'right' && 'text-right',
        className,
      )}
      {...props}
    />
  )
}

const SORTED = {
  asc: { aria: 'ascending', Icon: ArrowUp },
  desc: { aria: 'descending', Icon: ArrowDown },
  none: { aria: 'none', Icon: ChevronsUpDown },
} as const

/** Header of a sortable column; `direction` is undefined while another column is sorted. */
export function SortableHeader({
  align = 'left',
  className,
  direction,
  onSort,
  children,
}: {
  align?: 'left' | 'right'
  className?: string
  direction: 'asc' | 'desc' | undefined
  onSort: () => void
  children: ReactNode
}) {
  const { aria, Icon } = SORTED[direction ?? 'none']
  return (
    <Th align={align} className={className} aria-sort={aria}>
      <button
        type="button"
        onClick={onSort}
        className={clsx(
          'group/sort -mx-1.5 inline-flex h-8 pointer-coarse:h-10 items-center gap-1 rounded-md px-1.5 hover:bg-fill hover:text-ink',
          align === 'right' && 'flex-row-reverse',
          direction !== undefined && 'text-ink',
        )}
      >
        {children}
        <Icon
          aria-hidden="true"
          className={clsx(
            'size-3 shrink-0',
            direction === undefined && 'opacity-40 group-hover/sort:opacity-100',
          )}
        />
      </button>
    </Th>
  )
}

/** Header of the actions column, visible to screen readers only. */
export function ThActions() {
  return (
    <Th>
      <span className="sr-only">{t('ui.actions')}</span>
    </Th>
  )
}

export function Td({
  align = 'left',
  className,
  ...props
}: ComponentProps<'td'> & { align?: 'left' | 'right' }) {
  return (
    <td
      className={clsx(
        // Keeps cells with a background inside the card's rounded corners.
        'border-b px-3 py-2.5 align-middle first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5 [tr:last-child>&]:border-b-0 [tr:last-child>&]:first:rounded-bl-xl [tr:last-child>&]:last:rounded-br-xl',
        align === 'right' && 'text-right tabular-nums',
        className,
      )}
      {...props}
    />
  )
}

/** Enlarges a one-line button for touch without moving the text around it. */
export const TALL_TARGET = 'pointer-coarse:-my-2.5 pointer-coarse:py-2.5'

/** The button that opens a row, with a secondary line below. `className` sets the width. */
export function RowName({
  className,
  detail,
  children,
}: {
  className: string
  detail?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={className}>
      <button
        type="button"
        className={clsx('block max-w-full truncate text-left font-medium hover:underline', TALL_TARGET)}
      >
        {children}
      </button>
      {detail !== undefined && <div className="truncate text-[0.8125rem] text-ink-3">{detail}</div>}
    </div>
  )
}

/** A row that opens a panel. Keyboard users use the button in its first cell. */
export function Tr({ className, onClick, ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      className={clsx(
        onClick !== undefined && 'group/row cursor-pointer transition-colors hover:bg-fill/60',
        className,
      )}
      onClick={onClick && rowOpenProps(onClick)}
      {...props}
    />
  )
}

/** Focuses the row's button, so that the panel returns the focus here when it closes, wherever the row was pressed. */
export function rowOpenProps<Row extends HTMLElement>(onOpen: (event: MouseEvent<Row>) => void) {
  return (event: MouseEvent<Row>) => {
    event.currentTarget.querySelector('button')?.focus()
    onOpen(event)
  }
}
