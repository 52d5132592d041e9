import Type from 'typebox'

/** A sum of minor units, which may exceed 2^53: its digits go into the response unchanged. */
export const cents = (options: { minimum?: number; description?: string } = {}) =>
  Type.Unsafe<bigint>(Type.Integer(options))
