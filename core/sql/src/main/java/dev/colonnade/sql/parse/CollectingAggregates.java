package dev.colonnade.sql.parse;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Aggregates that collect values in an order, as the grammar meets them. */
public final class CollectingAggregates {
  private static final Set<String> NAMES =
      Set.of("json_agg", "jsonb_agg", "json_object_agg", "jsonb_object_agg");

  private CollectingAggregates() {}

  /** Returns whether a name is that of a collecting aggregate. */
  public static boolean isName(String name) {
    return NAMES.contains(name.toLowerCase(Locale.ROOT));
  }

  /** The call; an order is the last of its arguments. */
  public static SqlCall call(
      String name, @Nullable SqlLiteral quantifier, SqlParserPos pos, List<SqlNode> arguments) {
    SqlUnresolvedFunction function =
        new SqlUnresolvedFunction(
            new SqlIdentifier(name, pos),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION);
    return function.createCall(quantifier, pos, arguments.toArray(new SqlNode[0]));
  }
}
