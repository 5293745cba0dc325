package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.parse.SqlInsertRows.Overriding;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Whose values go to identity columns: those of the statement, or the column's own. */
final class IdentityValues {
  private IdentityValues() {}

  /**
   * The rows of an insert, with DEFAULT where the column's own value counts.
   *
   * @throws ColonnadeException GENERATED_ALWAYS where the statement may not give one
   */
  static SqlNode given(Table table, List<Column> named, SqlNode rows, Overriding overriding) {
    SqlNode given = rows;
    for (int i = 0; i < named.size(); i++) {
      IdentityColumn identity = identity(table, named.get(i));
      if (identity == null) {
        continue;
      }
      if (overriding == Overriding.USER) {
        given = withDefault(given, i);
      } else if (overriding == Overriding.NOTHING && identity.always() && !isDefault(given, i)) {
        throw refused(named.get(i), "cannot insert a non-DEFAULT value into column \"%s\"");
      }
    }
    return given;
  }

  /** Refuses an update of a column that always has its own values. */
  static void requireUpdatable(Table table, Column column, SqlNode value) {
    IdentityColumn identity = identity(table, column);
    if (identity != null && identity.always() && value.getKind() != SqlKind.DEFAULT) {
      throw refused(column, "column \"%s\" can only be updated to DEFAULT");
    }
  }

  private static @Nullable IdentityColumn identity(Table table, Column column) {
    return table.descriptor().properties().identities().get(column.id());
  }

  private static boolean isDefault(SqlNode rows, int index) {
    return rows.getKind() == SqlKind.VALUES
        && ((SqlCall) rows)
            .getOperandList().stream()
                .map(SqlCall.class::cast)
                .allMatch(
                    row ->
                        index < row.operandCount()
                            && row.operand(index).getKind() == SqlKind.DEFAULT);
  }

  private static SqlNode withDefault(SqlNode rows, int index) {
    if (rows.getKind() != SqlKind.VALUES) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "OVERRIDING USER VALUE is supported for VALUES only");
    }
    SqlParserPos pos = SqlParserPos.ZERO;
    List<SqlNode> changed = new ArrayList<>();
    for (SqlNode row : ((SqlCall) rows).getOperandList()) {
      List<SqlNode> values = new ArrayList<>(((SqlCall) row).getOperandList());
      if (index < values.size()) {
        values.set(index, SqlStdOperatorTable.DEFAULT.createCall(pos));
      }
      changed.add(((SqlCall) row).getOperator().createCall(row.getParserPosition(), values));
    }
    return ((SqlCall) rows).getOperator().createCall(rows.getParserPosition(), changed);
  }

  private static ColonnadeException refused(Column column, String message) {
    return new ColonnadeException(
        ErrorCode.GENERATED_ALWAYS,
        message.formatted(column.name()),
        ErrorFields.NONE
            .withDetail(
                "Column \"%s\" is an identity column defined as GENERATED ALWAYS."
                    .formatted(column.name()))
            .withHint("Use OVERRIDING SYSTEM VALUE to override."));
  }
}
