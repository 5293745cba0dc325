package dev.colonnade.sql.analyze.type;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.Column;

/** Types of stored columns. */
public final class ColumnTypes {
  private ColumnTypes() {}

  /** Returns the type in SQL. */
  public static TypeReference of(Column column, Registry registry) {
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED, column.name() + " is not supported" + registry);
  }

  /** Returns the representation of the values that a scan returns. */
  public static VectorType vector(Column column) {
    throw new ColonnadeException(ErrorCode.UNSUPPORTED, column.name() + " is not supported");
  }
}
