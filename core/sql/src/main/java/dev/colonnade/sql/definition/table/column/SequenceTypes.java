package dev.colonnade.sql.definition.table.column;

import dev.colonnade.sequence.definition.SequenceDataType;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Plain;
import org.jspecify.annotations.Nullable;

/** Types of sequences and of columns that get their values from them. */
final class SequenceTypes {
  private SequenceTypes() {}

  /** Returns the type of the values of a column; null if they are no whole numbers. */
  static @Nullable SequenceDataType of(ColumnType type) {
    if (type == Plain.SMALLINT) {
      return SequenceDataType.SMALLINT;
    }
    if (type == Plain.INTEGER) {
      return SequenceDataType.INTEGER;
    }
    return type == Plain.BIGINT ? SequenceDataType.BIGINT : null;
  }

  /** Returns the type of a column with values of a sequence. */
  static ColumnType columnType(SequenceDataType type) {
    return switch (type) {
      case SMALLINT -> Plain.SMALLINT;
      case INTEGER -> Plain.INTEGER;
      case BIGINT -> Plain.BIGINT;
    };
  }
}
