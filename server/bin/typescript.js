/**
 * Enables TypeScript imports in this process. Disables tsx's cache, which is in the system's temporary folder: any user
 * on the machine could place code there that tsx would run.
 * @returns a function that disables the imports again
 */
export async function importTypescript() {
  process.env.TSX_DISABLE_CACHE = '1'
  const { register } = await import('tsx/esm/api')
  return register({ tsconfig: false })
}
