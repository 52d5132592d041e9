import { useRef, useState } from 'react'
import { t } from '../messages/shared-text.ts'
import { Spinner } from './button.tsx'

/** A long action as a dialog or a page shows it: under way, or interrupted and able to go on. */
export interface JobView {
  /** What is known of it: "Approved 150 of 400." */
  words: string
  /** How far it is, where that is known. */
  done?: number
  total?: number
  /** What the button says that goes on after an interruption; undefined before the first step is done. */
  goOn?: string | undefined
  /** Ends it after the step that is under way; undefined for what has one step. */
  onStop?: (() => void) | undefined
}

/** Says how far a long action is, also to who cannot see it. Rendered before it starts, so that its start is told. */
export function JobStatus({ job, isUnderWay }: { job: JobView | undefined; isUnderWay: boolean }) {
  const { words, done, total } = job ?? {}
  const isShown = words !== undefined && (isUnderWay || job?.goOn !== undefined)
  return (
    <div role="status" aria-live="polite" className={isShown ? 'flex flex-col gap-2' : 'sr-only'}>
      {isShown && (
        <p className="flex items-center gap-2 text-ink-2">
          {isUnderWay && <Spinner className="shrink-0" />}
          {words}
        </p>
      )}
      {isShown && done !== undefined && total !== undefined && total > 0 && (
        <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-fill-strong">
          <span
            className="block h-full rounded-full bg-accent transition-[width]"
            style={{ width: `${(done / total) * 100}%` }}
          />
        </span>
      )}
    </div>
  )
}

/** Somebody has stopped a long action between two of its steps. */
export class Stopped extends Error {
  override name = 'Stopped'
}

/**
 * A long action over many things, in steps. `start` rejects with the failure of a step, or `Stopped`; called again it
 * goes on with what is left.
 */
export function useSteps<Item>({
  items,
  perStep,
  verb,
}: {
  /** Of one action; those of the first render count. */
  items: readonly Item[]
  perStep: number
  /** What was done to them: "Approved". */
  verb: string
}) {
  const rest = useRef(items)
  const isStopAsked = useRef(false)
  const [{ done, total }, setProgress] = useState({ done: 0, total: items.length })
  const start = async (run: (items: Item[]) => Promise<unknown>) => {
    isStopAsked.current = false
    while (rest.current.length > 0) {
      if (isStopAsked.current) throw new Stopped()
      await run(rest.current.slice(0, perStep))
      rest.current = rest.current.slice(perStep)
      setProgress({ done: total - rest.current.length, total })
    }
  }
  const left = total - done
  const job: JobView = {
    words: t('ui.verbDoneTotal', { verb, done, total }),
    done,
    total,
    goOn: done > 0 && left > 0 ? t('ui.continueWithLeft', { left }) : undefined,
    onStop:
      total > perStep
        ? () => {
            isStopAsked.current = true
          }
        : undefined,
  }
  return { start, job }
}
