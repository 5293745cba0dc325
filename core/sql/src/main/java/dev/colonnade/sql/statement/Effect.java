package dev.colonnade.sql.statement;

/** Effect of a statement, besides its result. */
public enum Effect {
  /** It looks at the session or changes it, and needs no transaction. */
  SESSION,
  /** It reads. */
  READS,
  /** It locks rows. */
  LOCKS,
  /** It writes rows. */
  WRITES
}
