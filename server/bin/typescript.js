/**
 * Enables imports of TypeScript in this process. Disables the cache of tsx, which is in the system's temporary folder:
 * any user of the machine could place code there that tsx would run.
 * @returns a function that disables the imports again
 */
export async function importTypescript() {
  process.env.TSX_DISABLE_CACHE = '1'
  const { register } = await import('tsx/esm/api')
  return register({ tsconfig: false })
}
