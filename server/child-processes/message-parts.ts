/** Bytes of one message between processes: what is copied and written, or read and put together, in one turn of the loop. */
const PART = 2 * 1024 ** 2;

/** A piece of a field of the message that follows the pieces. */
interface Part {
  part: Uint8Array;
  field: string;
  at: number;
  of: number;
}

/**
 * Sends a message to another process; fields that hold many bytes go before it, in pieces, each once the one before is written.
 *
 * @param send one message, and says when it is written or cannot be.
 * @param isWanted whether there is still someone to send it to.
 */
export async function sendInParts(
  message: object,
  send: (message: object, done: () => void) => void,
  isWanted: () => boolean = () => true,
): Promise<void> {
  // Most are small, and need not be objects.
  if (!Object.values(message).some((value) => isLarge(value))) {
    send(message, () => {});
    return;
  }
  const small: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(message)) {
    if (!isLarge(value)) {
      small[field] = value;
      continue;
    }
    for (let at = 0; at < value.length && isWanted(); at += PART) {
      const part: Part = { part: value.subarray(at, at + PART), field, at, of: value.length };
      await new Promise<void>((resolve) => {
        send(part, resolve);
      });
    }
  }
  if (isWanted()) {
    send(small, () => {});
  }
}

function isLarge(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.length > PART;
}

/** Puts the messages of another process together: answers each that is whole, null for a piece. */
export function createAssembler(): (message: object) => object | null {
  let held: Record<string, Buffer> = {};
  return (message) => {
    if ('part' in message && 'of' in message) {
      const { part, field, at, of } = message as Part;
      held[field] ??= Buffer.allocUnsafe(of);
      held[field].set(part, at);
      return null;
    }
    if (Object.keys(held).length === 0) return message;
    const whole = { ...message, ...held };
    held = {};
    return whole;
  };
}
