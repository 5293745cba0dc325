package dev.colonnade.sequence.definition;

/** What a sequence promises about the order and density of its values. */
public enum SequenceMode {
  /** Values are unique. They may be skipped, and sessions may get them out of order. */
  NORMAL,
  /**
   * Values are handed out in the order in which requests arrive. Blocks of sessions would break
   * that, so every session draws from the server's cache, whatever its method.
   */
  ORDERED,
  /**
   * No value is skipped: nothing is cached, and every value is written before it is handed out. A
   * value that was handed out is used, whatever becomes of its work: only allocation within the
   * transaction that uses the value can give it back.
   */
  GAPLESS
}
