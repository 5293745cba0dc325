package dev.colonnade.sql.plan.source;

import dev.colonnade.sql.parse.ExtraOperators;
import dev.colonnade.sql.parse.Nodes;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * {@code json_each} and its relatives in FROM: rows of two columns, which a query over the keys of
 * the object gives.
 */
final class JsonMembers {
  private static final String KEYS = "keys of an object";

  private JsonMembers() {}

  /** The query with the function's name; null if it is another function. */
  static @Nullable SqlNode rows(SqlNode node) {
    if (!(node instanceof SqlCall call)
        || !(call.getOperator() instanceof SqlFunction)
        || call.operandCount() != 1) {
      return null;
    }
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    return switch (name) {
      case "json_each", "jsonb_each" -> rows(name, call, name.replace("each", "object_field"));
      case "json_each_text", "jsonb_each_text" ->
          rows(name, call, name.replace("each_text", "object_field_text"));
      default -> null;
    };
  }

  private static SqlNode rows(String name, SqlCall call, String fieldFunction) {
    SqlParserPos pos = call.getParserPosition();
    SqlNode object = call.operand(0);
    String keysFunction = name.startsWith("jsonb") ? "jsonb_object_keys" : "json_object_keys";
    SqlNode keys =
        SqlStdOperatorTable.UNNEST.createCall(
            pos, ExtraOperators.call(keysFunction, pos, Nodes.copy(object)));
    SqlNode from =
        SqlStdOperatorTable.AS.createCall(
            pos, keys, new SqlIdentifier(KEYS, pos), new SqlIdentifier("key", pos));
    SqlNode key = new SqlIdentifier(List.of(KEYS, "key"), pos);
    SqlNode value = ExtraOperators.call(fieldFunction, pos, object, Nodes.copy(key));
    SqlSelect select =
        Nodes.select(new SqlNodeList(List.of(named(key, "key"), named(value, "value")), pos), from);
    return SqlStdOperatorTable.AS.createCall(
        pos, SqlStdOperatorTable.LATERAL.createCall(pos, select), new SqlIdentifier(name, pos));
  }

  private static SqlNode named(SqlNode expression, String name) {
    SqlParserPos pos = expression.getParserPosition();
    return SqlStdOperatorTable.AS.createCall(pos, expression, new SqlIdentifier(name, pos));
  }
}
