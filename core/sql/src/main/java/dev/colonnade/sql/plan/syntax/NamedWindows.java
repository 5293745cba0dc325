package dev.colonnade.sql.plan.syntax;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.Nodes;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** The windows of a WINDOW clause, written out wherever their names stand. */
final class NamedWindows extends SqlShuttle {
  /** The place of the clause among the operands of a SELECT. */
  private static final int CLAUSE = 6;

  /** Position of the mode, whether frames are of rows, among the operands of a window. */
  static final int MODE = 4;

  private final List<SqlWindow> windows = new ArrayList<>();

  private NamedWindows(SqlNodeList declared) {
    for (SqlNode window : declared) {
      SqlWindow given = (SqlWindow) window;
      windows.add(given.getRefName() == null ? given : extended(given));
    }
  }

  /**
   * Replaces references to windows in a SELECT by their definitions and removes its WINDOW clause.
   *
   * @param order the ORDER BY of the SELECT
   * @return the same without names of windows
   */
  static SqlNodeList writeOut(SqlSelect select, SqlNodeList order) {
    NamedWindows windows = new NamedWindows(select.getWindowList());
    select.setSelectList(windows.written(select.getSelectList()));
    SqlNode qualify = select.getQualify();
    if (qualify != null) {
      select.setQualify(qualify.accept(windows));
    }
    select.setOperand(CLAUSE, SqlNodeList.EMPTY);
    return windows.written(order);
  }

  private SqlNodeList written(SqlNodeList items) {
    List<SqlNode> written = new ArrayList<>();
    for (SqlNode item : Nodes.of(items)) {
      SqlNode changed = item.accept(this);
      written.add(changed == null ? item : changed);
    }
    return new SqlNodeList(written, items.getParserPosition());
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call.isA(SqlKind.QUERY)) {
      return call;
    }
    if (call.getKind() != SqlKind.OVER) {
      return super.visit(call);
    }
    SqlNode window = call.operand(1);
    SqlNode meant =
        switch (window) {
          case SqlIdentifier name -> written(find(name));
          case SqlWindow given when given.getRefName() != null -> written(extended(given));
          default -> window;
        };
    return SqlStdOperatorTable.OVER.createCall(call.getParserPosition(), call.operand(0), meant);
  }

  /** A window as it stands behind OVER: without its name. */
  private static SqlWindow written(SqlWindow window) {
    return window(null, window, window.getPartitionList(), window.getOrderList());
  }

  /** Returns a window that names another one, merged with it. */
  private SqlWindow extended(SqlWindow window) {
    SqlIdentifier name = window.getRefName();
    if (name == null) {
      return window;
    }
    SqlWindow named = find(name);
    if (window.getPartitionList().size() > 0) {
      throw wrong(name, "cannot override PARTITION BY clause of window \"" + name + "\"");
    }
    if (window.getOrderList().size() > 0 && named.getOrderList().size() > 0) {
      throw wrong(name, "cannot override ORDER BY clause of window \"" + name + "\"");
    }
    if (named.getLowerBound() != null) {
      throw wrong(name, "cannot copy window \"" + name + "\" because it has a frame clause");
    }
    SqlNodeList order =
        window.getOrderList().size() > 0 ? window.getOrderList() : named.getOrderList();
    return window(window.getDeclName(), window, named.getPartitionList(), order);
  }

  private static SqlWindow window(
      @Nullable SqlIdentifier name, SqlWindow framed, SqlNodeList partition, SqlNodeList order) {
    return SqlWindow.create(
        name,
        null,
        (SqlNodeList) Nodes.copy(partition),
        (SqlNodeList) Nodes.copy(order),
        (SqlLiteral) framed.getOperandList().get(MODE),
        copied(framed.getLowerBound()),
        copied(framed.getUpperBound()),
        null,
        framed.getExclude(),
        framed.getParserPosition());
  }

  private static @Nullable SqlNode copied(@Nullable SqlNode bound) {
    return bound == null ? null : Nodes.copy(bound);
  }

  private SqlWindow find(SqlIdentifier name) {
    for (SqlWindow window : windows) {
      SqlIdentifier declared = window.getDeclName();
      if (declared != null && declared.getSimple().equals(name.getSimple())) {
        return window;
      }
    }
    throw unknown(name);
  }

  /** Returns the error of an unknown window. */
  static RuntimeException unknown(SqlIdentifier name) {
    return SqlErrors.at(
        name.getParserPosition(),
        new ColonnadeException(
            ErrorCode.UNKNOWN_OBJECT, "window \"" + name.getSimple() + "\" does not exist"));
  }

  private static RuntimeException wrong(SqlIdentifier name, String message) {
    return SqlErrors.at(
        name.getParserPosition(), new ColonnadeException(ErrorCode.WINDOWING_ERROR, message));
  }
}
