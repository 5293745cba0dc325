package dev.colonnade.sequence.definition;

/** Guarantee of a sequence about the order and the gaps of its values. */
public enum SequenceMode {
  /** Values are unique. Gaps are possible, and sessions may allocate values out of order. */
  NORMAL,
  /**
   * Values are allocated in the order in which requests arrive. Blocks of sessions would violate
   * that order, so every session allocates from the server's cache, independent of its method.
   */
  ORDERED,
  /**
   * No value is skipped: nothing is cached, and every value is written before it is allocated. An
   * allocated value stays used even if the work of the caller fails; only allocation within the
   * transaction that uses the value can undo it.
   */
  GAPLESS
}
