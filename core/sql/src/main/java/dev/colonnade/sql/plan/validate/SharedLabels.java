package dev.colonnade.sql.plan.validate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.plan.tree.ResultNames;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * Names in ORDER BY that several columns of the list have. As in PostgreSQL they may, if all these
 * columns are the same expression: {@code SELECT a, t.a FROM t ORDER BY a}.
 */
final class SharedLabels {
  private SharedLabels() {}

  /** Returns the sort key, with the position of a column instead of a name that is not unique. */
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

  /** Returns whether the sort key is the name of an item of the list. */
  static boolean isLabel(SqlNode item, SqlNodeList list) {
    return switch (item.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> isLabel(((SqlCall) item).operand(0), list);
      case IDENTIFIER -> {
        SqlIdentifier name = (SqlIdentifier) item;
        yield name.isSimple()
            && list.stream().anyMatch(one -> name.getSimple().equals(labelOf(one)));
      }
      default -> false;
    };
  }

  /** The column of a list that a place or a label means; null if there are stars before it. */
  static @Nullable SqlNode column(SqlNode item, SqlNodeList list) {
    int place = 1;
    for (SqlNode one : list) {
      if (one instanceof SqlIdentifier name && name.isStar()) {
        return null;
      }
      boolean isIt =
          item instanceof SqlNumericLiteral number
              ? number.isInteger() && String.valueOf(place).equals(number.toValue())
              : item instanceof SqlIdentifier name && name.getSimple().equals(labelOf(one));
      if (isIt) {
        return SqlUtil.stripAs(one);
      }
      place++;
    }
    return null;
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
    if (!isSame) {
      throw SqlErrors.at(
          name.getParserPosition(),
          new ColonnadeException(
              ErrorCode.AMBIGUOUS_COLUMN,
              "ORDER BY \"%s\" is ambiguous".formatted(name.getSimple())));
    }
    return SqlLiteral.createExactNumeric(
        String.valueOf(places.getFirst() + 1), name.getParserPosition());
  }

  /** Returns the name of an item of a list; empty if it has none. */
  static String labelOf(SqlNode item) {
    if (item.getKind() == SqlKind.AS) {
      return labelOf(((SqlCall) item).operand(1));
    }
    return item instanceof SqlIdentifier name && !name.isStar()
        ? ResultNames.shown(name.names.getLast())
        : "";
  }
}
