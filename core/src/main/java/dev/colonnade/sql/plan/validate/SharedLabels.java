package dev.colonnade.sql.plan.validate;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.util.Litmus;

/**
 * Names in ORDER BY that several columns of the list have. As in PostgreSQL they may, if all these
 * columns are the same expression: {@code SELECT a, t.a FROM t ORDER BY a}.
 */
final class SharedLabels {
  private SharedLabels() {}

  /** What is sorted by, with the place of a column instead of a name that is not its alone. */
  static SqlNode resolved(SqlNode item, SqlNodeList list) {
    return switch (item.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> {
        SqlCall call = (SqlCall) item;
        yield call.getOperator()
            .createCall(call.getParserPosition(), resolved(call.operand(0), list));
      }
      case IDENTIFIER -> ofName((SqlIdentifier) item, list);
      default -> item;
    };
  }

  private static SqlNode ofName(SqlIdentifier name, SqlNodeList list) {
    if (!name.isSimple()) {
      return name;
    }
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      if (name.getSimple().equals(labelOf(list.get(i)))) {
        places.add(i);
      }
    }
    if (places.size() < 2) {
      return name;
    }
    SqlNode first = SqlUtil.stripAs(list.get(places.getFirst()));
    boolean isSame =
        places.stream()
            .allMatch(place -> SqlUtil.stripAs(list.get(place)).equalsDeep(first, Litmus.IGNORE));
    return isSame
        ? SqlLiteral.createExactNumeric(
            String.valueOf(places.getFirst() + 1), name.getParserPosition())
        : name;
  }

  private static String labelOf(SqlNode item) {
    if (item.getKind() == SqlKind.AS) {
      return labelOf(((SqlCall) item).operand(1));
    }
    return item instanceof SqlIdentifier name && !name.isStar() ? name.names.getLast() : "";
  }
}
