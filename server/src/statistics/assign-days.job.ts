import type { Job } from '../core/jobs/jobs.ts'
import { assignDueDays } from './assign-days.flow.ts'
import { statisticsLimits } from './limits.ts'

export const ASSIGN_DAYS: Job = {
  name: 'assign_days',
  everyMs: statisticsLimits.daysAssignedEveryMs,
  run: assignDueDays,
}
