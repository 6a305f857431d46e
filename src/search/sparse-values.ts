/** A number for each of many places, most of which stay 0: what has been touched is known without looking at all. */
export class SparseValues {
  readonly length: number;
  readonly #values: Float64Array;
  readonly #touched: number[] = [];

  constructor(length: number) {
    this.length = length;
    this.#values = new Float64Array(length);
  }

  /** Places with a value, in the order in which they got it. */
  get touched(): readonly number[] {
    return this.#touched;
  }

  get(place: number): number {
    return this.#values[place] ?? 0;
  }

  /** Adds a positive amount. */
  add(place: number, amount: number): void {
    this.#set(place, this.get(place) + amount);
  }

  /** Lifts a value to a positive amount, if it is below. */
  raise(place: number, amount: number): void {
    if (amount > this.get(place)) this.#set(place, amount);
  }

  #set(place: number, value: number): void {
    if (this.#values[place] === 0) this.#touched.push(place);
    this.#values[place] = value;
  }
}
