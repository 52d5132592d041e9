import { expect, it } from 'vitest'
import { isFreshSession } from './fresh-session.rule.ts'

const now = new Date('2026-03-10T12:15:00.000Z')

it.each([
  ['that started at the limit is fresh', '2026-03-10T12:00:00.000Z', null, true],
  ['that started just before the limit is not fresh', '2026-03-10T11:59:59.999Z', null, false],
  ['that started now is fresh', '2026-03-10T12:15:00.000Z', null, true],
  ['that was opened by a team is not fresh', '2026-03-10T12:15:00.000Z', 'w1', false],
])('a session %s', (_what, began, workspace_id, isFresh) => {
  expect(isFreshSession({ created_at: new Date(began), workspace_id }, now, 15)).toBe(isFresh)
})
