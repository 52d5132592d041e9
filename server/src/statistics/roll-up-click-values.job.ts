import type { Job } from '../core/jobs/jobs.ts'
import { rollUpAllClickValues } from './click-value-rollups.flow.ts'
import { statisticsLimits } from './limits.ts'

export const ROLL_UP_CLICK_VALUES: Job = {
  name: 'roll_up_click_values',
  everyMs: statisticsLimits.clickValuesRolledUpEveryMs,
  run: rollUpAllClickValues,
}
