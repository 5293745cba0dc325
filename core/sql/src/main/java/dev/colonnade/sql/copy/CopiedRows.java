package dev.colonnade.sql.copy;

import org.jspecify.annotations.Nullable;

/** Rows that came together, in the order in which they came. */
public sealed interface CopiedRows permits TextRows, ValueRows {
  int size();

  /** The values of a row: of the Java class of their type, or text that is read as the type. */
  @Nullable Object[] row(int index);
}
