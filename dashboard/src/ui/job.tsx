import { useRef, useState } from 'react'
import { t } from '../messages/shared-text.ts'
import { Spinner } from './button.tsx'

/** The progress of a long action: running, or interrupted and resumable. */
export interface JobView {
  /** For example "Approved 150 of 400." */
  text: string
  done?: number
  total?: number
  /** Label of the button that resumes; undefined before the first step is done. */
  resumeLabel?: string | undefined
  /** Stops after the current step; undefined if there is only one step. */
  onStop?: (() => void) | undefined
}

/**
 * Shows progress and announces it to screen readers. Rendered before the action starts, so that its start is
 * announced.
 */
export function JobStatus({ job, isRunning }: { job: JobView | undefined; isRunning: boolean }) {
  const { text, done, total } = job ?? {}
  const isShown = text !== undefined && (isRunning || job?.resumeLabel !== undefined)
  return (
    <div role="status" aria-live="polite" className={isShown ? 'flex flex-col gap-2' : 'sr-only'}>
      {isShown && (
        <p className="flex items-center gap-2 text-ink-2">
          {isRunning && <Spinner className="shrink-0" />}
          {text}
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

/** Thrown when the user stops a long action between two steps. */
export class JobStoppedError extends Error {
  override name = 'JobStoppedError'
}

/**
 * Runs an action over many items in batches. `start` rejects with a batch's error or `JobStoppedError`; calling it
 * again resumes with the remaining items.
 */
export function useBatchJob<Item>({
  items,
  perStep,
  verb,
}: {
  /** The items to process in a run; only the first render's value is used. */
  items: readonly Item[]
  perStep: number
  /** Past participle: "Approved". */
  verb: string
}) {
  const rest = useRef(items)
  const isStopRequested = useRef(false)
  const [{ done, total }, setProgress] = useState({ done: 0, total: items.length })
  const start = async (run: (items: Item[]) => Promise<unknown>) => {
    isStopRequested.current = false
    while (rest.current.length > 0) {
      if (isStopRequested.current) throw new JobStoppedError()
      await run(rest.current.slice(0, perStep))
      rest.current = rest.current.slice(perStep)
      setProgress({ done: total - rest.current.length, total })
    }
  }
  const remaining = total - done
  const job: JobView = {
    text: t('ui.verbDoneTotal', { verb, done, total }),
    done,
    total,
    resumeLabel: done > 0 && remaining > 0 ? t('ui.continueWithLeft', { left: remaining }) : undefined,
    onStop:
      total > perStep
        ? () => {
            isStopRequested.current = true
          }
        : undefined,
  }
  return { start, job }
}
