import Type from 'typebox'

/** Schema for a sum of minor units, which may exceed 2^53: its digits are written to the response unchanged. */
export const cents = (options: { minimum?: number; description?: string } = {}) =>
  Type.Unsafe<bigint>(Type.Integer(options))
