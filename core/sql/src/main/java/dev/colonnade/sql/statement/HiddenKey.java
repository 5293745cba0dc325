package dev.colonnade.sql.statement;

import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.parse.SqlCreateTable;
import dev.colonnade.sql.parse.SqlCreateTable.ColumnConstraint;
import dev.colonnade.sql.parse.SqlCreateTable.ColumnElement;
import dev.colonnade.type.schema.Column;
import java.util.List;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The key of a table that is created without one: an identity column that statements do not see.
 */
public final class HiddenKey {
  private static final SqlParserPos POS = SqlParserPos.ZERO;

  private HiddenKey() {}

  /** The column, whose values come from a sequence of its own. */
  static ColumnElement element() {
    SqlDataTypeSpec type =
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.BIGINT, POS), POS);
    return new ColumnElement(name(), type, List.of(new ColumnConstraint.Identity(true, List.of())));
  }

  /** Returns the constraint that the column is the primary key. */
  static SqlCreateTable.PrimaryKey constraint() {
    return new SqlCreateTable.PrimaryKey(
        POS,
        null,
        List.of(new SqlCreateTable.KeyPart(name(), false)),
        ConstraintTiming.NOT_DEFERRABLE);
  }

  private static SqlIdentifier name() {
    return new SqlIdentifier(Column.HIDDEN_KEY, POS);
  }

  /** Refuses a name that is taken for hidden keys. */
  public static void requireOther(String column) {
    if (column.equals(Column.HIDDEN_KEY)) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_COLUMN,
          "column name \"%s\" conflicts with a system column name".formatted(column));
    }
  }
}
