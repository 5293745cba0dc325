package dev.colonnade.sql.plan.syntax;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.ExtraOperators;
import dev.colonnade.sql.parse.Nodes;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Window frames in Calcite's representation. Bounds that are more than a number of rows are calls
 * of our functions, whose results define their unit; to Calcite such a frame is one of rows.
 */
final class WindowFrames {
  /** Functions that see their whole partition, whatever the frame. */
  private static final Set<String> WITHOUT_FRAME =
      Set.of(
          "ROW_NUMBER", "RANK", "DENSE_RANK", "PERCENT_RANK", "CUME_DIST", "NTILE", "LAG", "LEAD");

  private WindowFrames() {}

  /** The window as the function of this name sees it; the same if nothing has to change. */
  static SqlWindow of(SqlWindow window, String function) {
    SqlNode lower = window.getLowerBound();
    boolean isPlain =
        lower == null
            && window.getUpperBound() == null
            && SqlWindow.isExcludeNoOthers(window.getExclude());
    if (isPlain) {
      return window;
    }
    if (WITHOUT_FRAME.contains(function)) {
      return changed(window, false, null, null);
    }
    SqlNode upper = window.getUpperBound();
    if (lower == null) {
      // The only bound that is given, which begins behind the current row.
      throw wrong(
          window,
          upper != null && SqlWindow.isUnboundedFollowing(upper)
              ? "frame start cannot be UNBOUNDED FOLLOWING"
              : "frame starting from following row cannot end with current row");
    }
    SqlNode end = upper == null ? SqlWindow.createCurrentRow(window.getParserPosition()) : upper;
    requirePossible(window, lower, end);
    SqlLiteral mode = (SqlLiteral) window.getOperandList().get(NamedWindows.MODE);
    Boolean isRows = (Boolean) mode.getValue();
    boolean hasOffsets = offset(lower) != null || offset(end) != null;
    if (isRows == null && window.getOrderList().size() == 0) {
      throw wrong(window, "GROUPS mode requires an ORDER BY clause");
    }
    if (!hasOffsets) {
      return isRows == null || upper == null
          ? changed(window, Boolean.TRUE.equals(isRows), lower, end)
          : window;
    }
    if (Boolean.FALSE.equals(isRows) && window.getOrderList().size() != 1) {
      throw wrong(
          window, "RANGE with offset PRECEDING/FOLLOWING requires exactly one ORDER BY column");
    }
    return changed(window, true, workedOut(window, isRows, lower), workedOut(window, isRows, end));
  }

  private static SqlNode workedOut(SqlWindow window, @Nullable Boolean isRows, SqlNode bound) {
    SqlNode offset = offset(bound);
    boolean isCount =
        offset instanceof SqlNumericLiteral number
            && number.isInteger()
            && number.longValue(false) >= 0;
    if (offset == null || (Boolean.TRUE.equals(isRows) && isCount)) {
      return bound;
    }
    SqlParserPos pos = bound.getParserPosition();
    SqlNode call;
    if (isRows == null) {
      call = ExtraOperators.call("groups offset", pos, offset);
    } else if (isRows) {
      call = ExtraOperators.call("rows offset", pos, offset);
    } else {
      SqlNode sortedBy = Nodes.copy(plain(window.getOrderList().get(0)));
      call = ExtraOperators.call("range offset", pos, sortedBy, offset);
    }
    return ((SqlCall) bound).getOperator().createCall(pos, call);
  }

  private static SqlNode plain(SqlNode orderItem) {
    return switch (orderItem.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> plain(((SqlCall) orderItem).operand(0));
      default -> orderItem;
    };
  }

  /** Returns the offset before PRECEDING or FOLLOWING; null if the bound is none of these. */
  private static @Nullable SqlNode offset(SqlNode bound) {
    return isPreceding(bound) || isFollowing(bound) ? ((SqlCall) bound).operand(0) : null;
  }

  private static boolean isPreceding(SqlNode bound) {
    return bound.getKind() == SqlKind.PRECEDING;
  }

  private static boolean isFollowing(SqlNode bound) {
    return bound.getKind() == SqlKind.FOLLOWING;
  }

  private static void requirePossible(SqlWindow window, SqlNode lower, SqlNode end) {
    if (SqlWindow.isUnboundedFollowing(lower)) {
      throw wrong(window, "frame start cannot be UNBOUNDED FOLLOWING");
    }
    if (SqlWindow.isUnboundedPreceding(end)) {
      throw wrong(window, "frame end cannot be UNBOUNDED PRECEDING");
    }
    if (SqlWindow.isCurrentRow(lower) && isPreceding(end)) {
      throw wrong(window, "frame starting from current row cannot have preceding rows");
    }
    if (isFollowing(lower) && (isPreceding(end) || SqlWindow.isCurrentRow(end))) {
      throw wrong(window, "frame starting from following row cannot have preceding rows");
    }
  }

  private static SqlWindow changed(
      SqlWindow window, boolean isRows, @Nullable SqlNode lower, @Nullable SqlNode upper) {
    SqlParserPos pos = window.getParserPosition();
    SqlLiteral exclude = lower == null ? SqlWindow.createExcludeNoOthers(pos) : window.getExclude();
    SqlNodeList order = window.getOrderList();
    return SqlWindow.create(
        window.getDeclName(),
        window.getRefName(),
        window.getPartitionList(),
        order,
        SqlLiteral.createBoolean(isRows, pos),
        lower,
        upper,
        null,
        exclude,
        pos);
  }

  private static RuntimeException wrong(SqlWindow window, String message) {
    return SqlErrors.at(
        window.getParserPosition(), new ColonnadeException(ErrorCode.WINDOWING_ERROR, message));
  }
}
