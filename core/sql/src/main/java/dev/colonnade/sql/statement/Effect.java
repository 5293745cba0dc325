package dev.colonnade.sql.statement;

/** What a statement does, beside giving a result. */
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
