import { clsx } from 'clsx'

/** Of the widest digits and signs that an amount has, the ones between them included: more would be wasted. */
const LETTER_EM = 0.66

/**
 * A figure that stands in one line, whatever its box, which is a `@container`: one that is cut, or breaks inside, reads as
 * another. It is as large as `rem` says, and smaller where it would be wider than the box.
 */
export function FigureText({ text, rem, className }: { text: string; rem: number; className?: string }) {
  const fitting = 100 / (text.length * LETTER_EM)
  return (
    <span
      className={clsx('block whitespace-nowrap tabular-nums tracking-tight', className)}
      style={{ fontSize: `min(${rem}rem, ${fitting.toFixed(2)}cqi)` }}
    >
      {text}
    </span>
  )
}
