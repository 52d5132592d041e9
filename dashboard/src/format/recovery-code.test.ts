import { expect, test } from 'vitest'
import { readRecoveryCode } from './recovery-code.ts'

test.each([
  ['as shown', '7k3m-x0qa-92vd', '7k3m-x0qa-92vd'],
  ['without dashes', '7k3mx0qa92vd', '7k3m-x0qa-92vd'],
  ['with spaces and capitals', ' 7K3M X0QA 92VD ', '7k3m-x0qa-92vd'],
  ['with letters that look like digits', '7k3m-xoqa-I2vL', '7k3m-x0qa-12v1'],
  ['in the old format', 'aB3dE-Oil0Z', 'aB3dE-Oil0Z'],
  ['in the old format without dashes', 'aB3dEOil0Z', 'aB3dE-Oil0Z'],
  ['in the old format with spaces', ' aB3dE Oil0Z', 'aB3dE-Oil0Z'],
  ['that is too short', 'aB3dE-Oil0', 'aB3dEOil0'],
  ['of a length between the formats', 'aB3dE-Oil0Z1', 'aB3dEOil0Z1'],
  ['that is too long', '7K3M-X0QA-92VDx', '7K3MX0QA92VDx'],
])('normalizes a recovery code %s', (_, typed, read) => {
  expect(readRecoveryCode(typed)).toBe(read)
})
