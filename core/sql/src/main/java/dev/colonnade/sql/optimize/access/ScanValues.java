package dev.colonnade.sql.optimize.access;

import dev.colonnade.sql.expression.Expression;
import org.jspecify.annotations.Nullable;

/** Translator of the values that columns of a scan are compared with. */
@FunctionalInterface
public interface ScanValues {
  /**
   * Returns an expression without columns; null if the value may differ from row to row.
   *
   * @param value that reads no variable of the scan
   */
  @Nullable Expression translate(Expression value);
}
