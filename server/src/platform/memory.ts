/** What a process remembers of what it has learnt. It holds at most `most` things; a full memory starts anew. */
export class Memory<Thing> {
  readonly #things = new Map<string, Thing>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(name: string): Thing | undefined {
    return this.#things.get(name)
  }

  set(name: string, thing: Thing): void {
    if (this.#things.size >= this.#most) this.#things.clear()
    this.#things.set(name, thing)
  }

  forget(name: string): void {
    this.#things.delete(name)
  }

  clear(): void {
    this.#things.clear()
  }
}
