/** Functions that another process answers: one argument, or none. */
// biome-ignore lint/suspicious/noExplicitAny: a function of any argument; each use names its own
type Answers<T> = { [Name in keyof T]: (argument: any) => unknown }

type Message =
  | { ask: string; id?: number; argument?: unknown }
  | { id: number; value?: unknown; error?: string }

/** A question that was not answered in time, or whose asker has gone. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/**
 * Questions and answers between two processes. Each side hears with `hear` what the other sends; what cannot be sent
 * any more is a question without an answer.
 */
export class ProcessChannel<Theirs extends Answers<Theirs>, Ours extends Answers<Ours>> {
  readonly #send: (message: Message) => boolean
  readonly #answers: Ours
  readonly #open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  #asked = 0

  /** @param send false when there is nobody any more */
  constructor(send: (message: Message) => boolean, answers: Ours) {
    this.#send = send
    this.#answers = answers
  }

  /** @throws {NoAnswer} none within `timeoutMs` */
  ask<Name extends keyof Theirs & string>(
    name: Name,
    argument: Parameters<Theirs[Name]>[0],
    timeoutMs: number,
  ): Promise<Awaited<ReturnType<Theirs[Name]>>> {
    const id = ++this.#asked
    if (!this.#send({ ask: name, id, argument }))
      return Promise.reject(new NoAnswer('nobody is there to ask'))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#open.delete(id)
        reject(new NoAnswer(`no answer to ${name} within ${timeoutMs} ms`))
      }, timeoutMs)
      const settle = () => {
        clearTimeout(timer)
        this.#open.delete(id)
      }
      this.#open.set(id, {
        resolve(value) {
          settle()
          resolve(value as Awaited<ReturnType<Theirs[Name]>>) // safe because the other side answers by this name
        },
        reject(error) {
          settle()
          reject(error)
        },
      })
    })
  }

  /** Says something that nobody waits for. */
  tell<Name extends keyof Theirs & string>(name: Name, argument?: Parameters<Theirs[Name]>[0]): void {
    this.#send({ ask: name, argument })
  }

  hear(message: unknown): void {
    if (message === null || typeof message !== 'object') return
    if ('ask' in message)
      void this.#answer(message as Message & { ask: string }) // safe because only a channel sends
    else if ('id' in message) this.#settle(message as Message & { id: number })
  }

  async #answer({ ask, id, argument }: { ask: string; id?: number; argument?: unknown }): Promise<void> {
    const answer = this.#answers[ask as keyof Ours]
    if (answer === undefined) return
    try {
      const value = await answer(argument)
      if (id !== undefined) this.#send({ id, value })
    } catch (error) {
      if (id !== undefined) this.#send({ id, error: error instanceof Error ? error.message : String(error) })
    }
  }

  #settle({ id, value, error }: { id: number; value?: unknown; error?: string }) {
    const open = this.#open.get(id)
    if (error === undefined) open?.resolve(value)
    else open?.reject(new Error(error))
  }
}
