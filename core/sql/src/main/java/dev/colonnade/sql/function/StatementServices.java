package dev.colonnade.sql.function;

import org.jspecify.annotations.Nullable;

/** Locator of the services of a running statement. */
@FunctionalInterface
public interface StatementServices {
  /** Locator without services. */
  StatementServices NONE = _ -> null;

  /** Returns the implementation of a service interface by its name; null if there is none. */
  @Nullable StatementService find(String interfaceName);

  /** Returns whether scans may use indexes. */
  default boolean usesIndexes() {
    return true;
  }
}
