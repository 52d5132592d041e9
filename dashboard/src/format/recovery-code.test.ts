import { expect, test } from 'vitest'
import { readRecoveryCode } from './recovery-code.ts'

test.each([
  ['as it was shown', '7k3m-x0qa-92vd', '7k3m-x0qa-92vd'],
  ['without its dashes', '7k3mx0qa92vd', '7k3m-x0qa-92vd'],
  ['with spaces, and capitals', ' 7K3M X0QA 92VD ', '7k3m-x0qa-92vd'],
  ['with letters that are read as its digits', '7k3m-xoqa-I2vL', '7k3m-x0qa-12v1'],
  ['one of before', 'aB3dE-Oil0Z', 'aB3dE-Oil0Z'],
  ['one of before without its dash', 'aB3dEOil0Z', 'aB3dE-Oil0Z'],
  ['one of before with spaces', ' aB3dE Oil0Z', 'aB3dE-Oil0Z'],
  ['what is neither: a sign too few', 'aB3dE-Oil0', 'aB3dEOil0'],
  ['what is neither: between the two', 'aB3dE-Oil0Z1', 'aB3dEOil0Z1'],
  ['what is neither: a sign too many', '7K3M-X0QA-92VDx', '7K3MX0QA92VDx'],
])('a recovery code that is typed %s', (_, typed, read) => {
  expect(readRecoveryCode(typed)).toBe(read)
})
