import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

export function Card({ className, ...props }: ComponentProps<'section'>) {
  return <section className={clsx('rounded-xl border bg-surface shadow-card', className)} {...props} />
}

/** A card's header: title, description and actions. */
export function CardHeader({
  title,
  description,
  actions,
}: {
  title: string
  description?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-5 sm:pt-5">
      <div className="wrap-anywhere min-w-0 flex-[1_1_14rem]">
        <h2 className="font-semibold text-[0.9375rem] tracking-tight">{title}</h2>
        {description !== undefined && <p className="mt-0.5 text-ink-3">{description}</p>}
      </div>
      {actions}
    </header>
  )
}

export function CardBody({ className, ...props }: ComponentProps<'div'>) {
  return <div className={clsx('p-4 sm:p-5', className)} {...props} />
}
