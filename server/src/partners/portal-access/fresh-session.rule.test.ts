import { expect, it } from 'vitest'
import { isFreshSession } from './fresh-session.rule.ts'

const now = new Date('2026-03-10T12:15:00.000Z')

it.each([
  ['started at the limit', '2026-03-10T12:00:00.000Z', null, true],
  ['started just before the limit', '2026-03-10T11:59:59.999Z', null, false],
  ['started now', '2026-03-10T12:15:00.000Z', null, true],
  ['was opened by a team', '2026-03-10T12:15:00.000Z', 'w1', false],
])('a session that %s', (_what, began, workspace_id, isFresh) => {
  expect(isFreshSession({ created_at: new Date(began), workspace_id }, now, 15)).toBe(isFresh)
})
