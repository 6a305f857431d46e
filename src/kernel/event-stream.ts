/**
 * The `data` of each event of a `text/event-stream` body, as it comes; comments (heartbeats) and other fields are left out.
 * Ends with the stream, throws what the stream throws. (HTML standard, section 9.2.6.)
 */
export async function* eventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  for await (const chunk of chunksOf(body)) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split(/\r\n|\n|\r(?!$)/u);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '' && data.length > 0) yield data.splice(0).join('\n');
      else if (/^data(?::|$)/u.test(line)) data = [...data, line.replace(/^data:? ?/u, '')];
    }
  }
}

/** `for await` over a stream itself is not in all browsers. Who leaves early cancels the request. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
