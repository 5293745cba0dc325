package dev.colonnade.sql.execute.scan;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StorageKind;
import dev.colonnade.type.schema.Column;

/** Representations in which scans return stored columns. */
public final class ColumnTypes {
  private ColumnTypes() {}

  /** Returns the representation of a column. */
  public static VectorType of(Column column) {
    return of(column.type(), TypeMapping.sqlType(column.type()).kind());
  }

  /** Variant of {@link #of(Column)} for a column that is shown as another kind. */
  public static VectorType of(ColumnType stored, TypeKind kind) {
    boolean isShortDecimal =
        stored instanceof ColumnType.Numeric && stored.storage() == StorageKind.INT64;
    return isShortDecimal
        ? VectorType.decimal(((ColumnType.Numeric) stored).scale())
        : VectorType.of(kind).with(nesting(stored));
  }

  private static Nesting nesting(ColumnType stored) {
    boolean hasParts =
        stored instanceof ColumnType.Packed || stored instanceof ColumnType.Composite;
    return hasParts ? Nesting.of(stored) : Nesting.PLAIN;
  }
}
