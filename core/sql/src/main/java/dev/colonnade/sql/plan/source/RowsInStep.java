package dev.colonnade.sql.plan.source;

import dev.colonnade.sql.parse.ExtraOperators;
import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.sql.plan.tree.KnownTypeSpec;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Several lists taken apart in step: a query over the numbers of the longest, whose columns are the
 * elements at that number, and NULL behind the end of a list.
 */
final class RowsInStep {
  private static final String NUMBERS = "numbers of rows";

  private RowsInStep() {}

  /**
   * The query, for FROM; it may name what stands to its left there.
   *
   * @param isNumbered whether its last column is the number, as WITH ORDINALITY wants it
   */
  static SqlNode of(List<SqlNode> lists, boolean isNumbered) {
    SqlParserPos pos = SqlParserPos.ZERO;
    List<SqlNode> items = new ArrayList<>();
    List<SqlNode> sizes = new ArrayList<>();
    for (SqlNode list : lists) {
      SqlNode number = new SqlIdentifier(List.of(NUMBERS, "number"), pos);
      items.add(
          SqlStdOperatorTable.AS.createCall(
              pos,
              ExtraOperators.call("list item", pos, list, number),
              new SqlIdentifier("unnest " + items.size(), pos)));
      sizes.add(ExtraOperators.call("cardinality", pos, Nodes.copy(list)));
    }
    if (isNumbered) {
      items.add(ordinality(pos));
    }
    SqlNode longest = ExtraOperators.call("greatest", pos, sizes.toArray(new SqlNode[0]));
    SqlNode numbers =
        ExtraOperators.call(
            "generate_series", pos, SqlLiteral.createExactNumeric("1", pos), longest);
    SqlNode from =
        SqlStdOperatorTable.AS.createCall(
            pos,
            SqlStdOperatorTable.UNNEST.createCall(pos, numbers),
            new SqlIdentifier(NUMBERS, pos),
            new SqlIdentifier("number", pos));
    return SqlStdOperatorTable.LATERAL.createCall(
        pos, Nodes.select(new SqlNodeList(items, pos), from));
  }

  private static SqlNode ordinality(SqlParserPos pos) {
    SqlNode number =
        SqlStdOperatorTable.CAST.createCall(
            pos,
            new SqlIdentifier(List.of(NUMBERS, "number"), pos),
            KnownTypeSpec.of(SqlType.of(TypeKind.BIGINT), pos));
    return SqlStdOperatorTable.AS.createCall(
        pos, number, new SqlIdentifier(TableFunctionCalls.ORDINALITY, pos));
  }
}
