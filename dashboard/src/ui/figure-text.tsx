import { clsx } from 'clsx'

/** Width of the widest digits and symbols in amounts, in em. */
const LETTER_EM = 0.66

/**
 * A figure on one line, because a truncated or wrapped figure could be misread. Its size is `rem`, or smaller
 * to fit its box, which must be a `@container`.
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
