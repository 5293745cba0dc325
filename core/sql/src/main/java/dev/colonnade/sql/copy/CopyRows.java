package dev.colonnade.sql.copy;

import org.jspecify.annotations.Nullable;

/** Batch of rows of a COPY FROM, in the order of arrival. */
public sealed interface CopyRows permits CopyTextRows, CopyValueRows {
  int size();

  /**
   * Returns the values of a row: objects of the Java class of their type, or text to be parsed as
   * the type.
   */
  @Nullable Object[] row(int index);
}
