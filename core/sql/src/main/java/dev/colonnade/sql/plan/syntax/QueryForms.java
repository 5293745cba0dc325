package dev.colonnade.sql.plan.syntax;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.Nodes;
import java.util.HashSet;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;

/** Checks of a query's form that PostgreSQL makes and Calcite does not. */
final class QueryForms {
  private QueryForms() {}

  /** Refuses a part of a query for its form. */
  static void require(SqlCall call) {
    switch (call) {
      case SqlWith with -> requireDifferent(with);
      case SqlSelect select -> requireDifferent(select);
      case SqlOrderBy ordered when ordered.query.isA(SqlKind.SET_QUERY) -> requireNames(ordered);
      default -> {}
    }
  }

  private static void requireDifferent(SqlWith with) {
    Set<String> names = new HashSet<>();
    for (SqlNode node : Nodes.of(with.withList)) {
      SqlIdentifier name = ((SqlWithItem) node).name;
      if (!names.add(name.getSimple())) {
        throw error(
            name,
            ErrorCode.DUPLICATE_ALIAS,
            "WITH query name \"%s\" specified more than once".formatted(name.getSimple()));
      }
    }
  }

  private static void requireDifferent(SqlSelect select) {
    Set<String> names = new HashSet<>();
    for (SqlNode node : Nodes.of(select.getWindowList())) {
      SqlIdentifier name = node instanceof SqlWindow window ? window.getDeclName() : null;
      if (name != null && !names.add(name.getSimple())) {
        throw error(
            name,
            ErrorCode.WINDOWING_ERROR,
            "window \"%s\" is already defined".formatted(name.getSimple()));
      }
    }
  }

  /** The rows of UNION and its like are ordered by their columns, and by nothing else. */
  private static void requireNames(SqlOrderBy ordered) {
    for (SqlNode item : Nodes.of(ordered.orderList)) {
      SqlNode key = item;
      while (key instanceof SqlCall call && isDirection(call.getKind())) {
        key = call.operand(0);
      }
      if (!(key instanceof SqlIdentifier) && !(key instanceof SqlLiteral)) {
        ErrorFields fields =
            ErrorFields.NONE
                .withDetail("Only result column names can be used, not expressions or functions.")
                .withHint(
                    "Add the expression/function to every SELECT, or move the UNION into a FROM"
                        + " clause.");
        throw SqlErrors.at(
            key.getParserPosition(),
            new ColonnadeException(
                ErrorCode.UNSUPPORTED, "invalid UNION/INTERSECT/EXCEPT ORDER BY clause", fields));
      }
    }
  }

  private static boolean isDirection(SqlKind kind) {
    return kind == SqlKind.DESCENDING || kind == SqlKind.NULLS_FIRST || kind == SqlKind.NULLS_LAST;
  }

  private static RuntimeException error(SqlNode node, ErrorCode code, String message) {
    return SqlErrors.at(node.getParserPosition(), new ColonnadeException(code, message));
  }
}
