package dev.colonnade.sql.function;

import org.jspecify.annotations.Nullable;

/** Gives the functions of a running statement what they ask for. */
@FunctionalInterface
public interface StatementServices {
  /** For statements whose functions ask for nothing. */
  StatementServices NONE = _ -> null;

  /** What implements an interface, by the interface's name; null if nothing does. */
  @Nullable StatementService find(String interfaceName);

  /** Whether scans give raw key-values, which the statement decodes, and not columns. */
  default boolean scansPairs() {
    return false;
  }

  /** Whether scans may go by indexes. */
  default boolean usesIndexes() {
    return true;
  }
}
