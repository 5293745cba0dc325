package dev.colonnade.sql.definition.table.column;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.SequenceDataType;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.DeclaredType;
import java.util.List;
import java.util.Set;

/** Key of a table that is created without one: an identity column that statements do not see. */
public final class HiddenKey {
  private static final Set<String> SYSTEM_COLUMNS =
      Set.of("ctid", "xmin", "cmin", "xmax", "cmax", "tableoid", Column.HIDDEN_KEY);

  private HiddenKey() {}

  /** Returns the column, whose values come from a sequence of its own. */
  public static NewColumn column() {
    return new NewColumn(
        Column.HIDDEN_KEY,
        DeclaredType.of(Plain.BIGINT),
        false,
        null,
        null,
        new NewColumn.Sequence(SequenceDataType.BIGINT, List.of(), true));
  }

  /** Returns whether a name is that of a system column of PostgreSQL. */
  public static boolean isOfSystem(String column) {
    return SYSTEM_COLUMNS.contains(column) && !column.equals(Column.HIDDEN_KEY);
  }

  /** Throws DUPLICATE_COLUMN if a name is that of a hidden key or of a system column. */
  public static void requireOther(String column) {
    if (SYSTEM_COLUMNS.contains(column)) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_COLUMN,
          "column name \"%s\" conflicts with a system column name".formatted(column));
    }
  }
}
