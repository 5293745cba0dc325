package dev.colonnade.sql.statement;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Positions in its text of the columns and values of an INSERT.
 *
 * @param columns of the names that it writes to; empty if it names none
 * @param rows of the values; of a query the items of its list
 */
record WrittenPlaces(List<SqlParserPos> columns, List<List<SqlParserPos>> rows) {
  static WrittenPlaces of(@Nullable SqlNodeList columns, @Nullable SqlNode source) {
    List<List<SqlParserPos>> rows = new ArrayList<>();
    if (source != null && source.getKind() == SqlKind.VALUES) {
      for (SqlNode row : ((SqlCall) source).getOperandList()) {
        rows.add(places(((SqlCall) row).getOperandList()));
      }
    } else if (source instanceof SqlSelect select) {
      rows.add(places(select.getSelectList()));
    }
    return new WrittenPlaces(columns == null ? List.of() : places(columns), rows);
  }

  private static List<SqlParserPos> places(List<? extends SqlNode> nodes) {
    return nodes.stream().map(SqlNode::getParserPosition).toList();
  }

  /** The place of the value for a column, in the first row. */
  SqlParserPos ofValue(int column) {
    return rows.isEmpty() ? SqlParserPos.ZERO : at(rows.getFirst(), column);
  }

  private static SqlParserPos at(List<SqlParserPos> places, int index) {
    return index < places.size() ? places.get(index) : SqlParserPos.ZERO;
  }

  /** SYNTAX_ERROR if rows of VALUES have different lengths. */
  void requireEqualWidths() {
    for (List<SqlParserPos> row : rows) {
      if (row.size() != rows.getFirst().size()) {
        throw SqlErrors.at(
            row.getFirst(),
            new ColonnadeException(
                ErrorCode.SYNTAX_ERROR, "VALUES lists must all be the same length"));
      }
    }
  }

  /** SYNTAX_ERROR at the first value, or the first column, that is too many. */
  void requireWidth(int width, int expected) {
    if (width > expected) {
      throw SqlErrors.at(
          ofValue(expected),
          new ColonnadeException(
              ErrorCode.SYNTAX_ERROR, "INSERT has more expressions than target columns"));
    }
    if (width < expected) {
      throw SqlErrors.at(
          at(columns, width),
          new ColonnadeException(
              ErrorCode.SYNTAX_ERROR, "INSERT has more target columns than expressions"));
    }
  }
}
