import Type from 'typebox'

/** A sum of minor units, which may outgrow a number: its digits reach the answer as they are. */
export const cents = (options: { minimum?: number; description?: string } = {}) =>
  Type.Unsafe<bigint>(Type.Integer(options))
