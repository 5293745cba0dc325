package dev.colonnade.sql.plan;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** The arguments of {@code make_interval}: all have names, and those left out are zero. */
final class IntervalArguments {
  private static final List<String> NAMES =
      List.of("years", "months", "weeks", "days", "hours", "mins", "secs");

  private IntervalArguments() {}

  /** All seven, in their order. */
  static SqlNode[] of(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    SqlNode zero = SqlLiteral.createExactNumeric("0", pos);
    List<SqlNode> all = new ArrayList<>(Collections.nCopies(NAMES.size(), zero));
    if (call.operandCount() > NAMES.size()) {
      return call.getOperandList().toArray(SqlNode[]::new);
    }
    for (int i = 0; i < call.operandCount(); i++) {
      SqlNode argument = call.operand(i);
      if (argument instanceof SqlCall named && named.getKind() == SqlKind.ARGUMENT_ASSIGNMENT) {
        all.set(placeOf(named.operand(1).toString()), named.operand(0));
      } else {
        all.set(i, argument);
      }
    }
    return all.toArray(SqlNode[]::new);
  }

  private static int placeOf(String name) {
    int place = NAMES.indexOf(name.toLowerCase(Locale.ROOT));
    if (place < 0) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_FUNCTION, "function make_interval(" + name + " =>) does not exist");
    }
    return place;
  }
}
