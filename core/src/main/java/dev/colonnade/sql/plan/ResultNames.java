package dev.colonnade.sql.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;

/** What the columns of a query's result are called, where its text alone says so. */
public final class ResultNames {
  private ResultNames() {}

  /** The names; empty if the query is not one SELECT, or has a star in its list. */
  static List<String> of(SqlNode query) {
    return switch (query) {
      case SqlOrderBy orderBy -> of(orderBy.query);
      case SqlWith with -> of(with.body);
      case SqlSelect select -> ofSelect(select);
      case SqlCall call when call.getKind() == SqlKind.VALUES -> ofValues(call.operand(0));
      case SqlCall call when SqlKind.SET_QUERY.contains(call.getKind()) -> of(call.operand(0));
      default -> List.of();
    };
  }

  /** The name of one expression of a list. */
  public static String ofItem(SqlNode item) {
    return PostgresValidator.nameOf(item);
  }

  private static List<String> ofValues(SqlCall row) {
    return IntStream.rangeClosed(1, row.operandCount()).mapToObj(i -> "column" + i).toList();
  }

  private static List<String> ofSelect(SqlSelect select) {
    List<String> names = new ArrayList<>();
    for (SqlNode item : select.getSelectList()) {
      if (item instanceof SqlIdentifier identifier && identifier.isStar()) {
        return List.of();
      }
      names.add(PostgresValidator.nameOf(item));
    }
    return names;
  }
}
