/**
 * Lets this process import TypeScript. By itself tsx keeps what it has compiled in the system's temporary folder, and
 * runs what it finds there: any user of the machine could have put it there first. So it keeps nothing.
 * @returns how to end that
 */
export async function importTypescript() {
  process.env.TSX_DISABLE_CACHE = '1'
  const { register } = await import('tsx/esm/api')
  return register({ tsconfig: false })
}
