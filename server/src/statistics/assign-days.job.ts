import { limits } from '../core/config/config.ts'
import type { Job } from '../core/jobs/jobs.ts'
import { assignDueDays } from './assign-days.flow.ts'

export const ASSIGN_DAYS: Job = {
  name: 'assign_days',
  everyMs: limits.daysAssignedEveryMs,
  run: assignDueDays,
}
