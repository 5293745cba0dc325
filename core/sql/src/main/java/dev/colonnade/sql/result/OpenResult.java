package dev.colonnade.sql.result;

/** Result of a query of a transaction block, whose rows may be read after later statements. */
public interface OpenResult {
  /** Returns whether all rows were read. */
  boolean isDrained();

  /** Ends the result with its transaction. */
  void end();
}
