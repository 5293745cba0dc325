package dev.colonnade.sql.parse;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Operators of PostgreSQL that Calcite has not, and calls of functions by their names. */
public final class ExtraOperators {
  /** Below arithmetic and above comparisons, as PostgreSQL has it for all other operators. */
  private static final int OTHER_PRECEDENCE = 36;

  /** Above arithmetic. */
  private static final int ZONE_PRECEDENCE = 82;

  /** {@code time AT TIME ZONE zone}. */
  public static final SqlBinaryOperator AT_TIME_ZONE =
      new SqlBinaryOperator("at time zone", SqlKind.OTHER, ZONE_PRECEDENCE, true, null, null, null);

  /** {@code a || b} as long as the text is read: then it is the standard's operator. */
  public static final SqlBinaryOperator CONCAT =
      new SqlBinaryOperator("||", SqlKind.OTHER, OTHER_PRECEDENCE, true, null, null, null) {
        @Override
        public SqlCall createCall(
            @Nullable SqlLiteral quantifier, SqlParserPos pos, @Nullable SqlNode... operands) {
          return SqlStdOperatorTable.CONCAT.createCall(quantifier, pos, operands);
        }
      };

  /** {@code ~ bits}. */
  public static final SqlPrefixOperator COMPLEMENT =
      new SqlPrefixOperator("~", SqlKind.OTHER, OTHER_PRECEDENCE, null, null, null);

  /** The column of a SELECT without a list; no star stands for it. */
  public static final String NOTHING = "$nothing";

  private ExtraOperators() {}

  /** An operator of two sides by what it is written as. */
  public static SqlBinaryOperator named(String name) {
    return new SqlBinaryOperator(name, SqlKind.OTHER, OTHER_PRECEDENCE, true, null, null, null);
  }

  private static final String DISTINCT_ON = "distinct on";
  private static final String SLICE = "ends of a slice";
  private static final String WITH_TIES = "with ties";

  /** Stands in QUALIFY for DISTINCT ON of some expressions. */
  public static SqlCall distinctOn(SqlNodeList expressions) {
    SqlNode[] all = Nodes.of(expressions).toArray(new SqlNode[0]);
    return call(DISTINCT_ON, expressions.getParserPosition(), all);
  }

  /** Returns whether a condition stands for DISTINCT ON. */
  public static boolean isDistinctOn(@Nullable SqlNode condition) {
    return condition instanceof SqlCall call && call.getOperator().getName().equals(DISTINCT_ON);
  }

  /** The ends of a slice of an array; NULL where one is left out. */
  public static SqlCall slice(SqlParserPos pos, @Nullable SqlNode first, @Nullable SqlNode last) {
    return call(SLICE, pos, orNull(first, pos), orNull(last, pos));
  }

  private static SqlNode orNull(@Nullable SqlNode end, SqlParserPos pos) {
    return end == null ? SqlLiteral.createNull(pos) : end;
  }

  /** Returns whether the subscript in brackets is a slice. */
  public static boolean isSlice(SqlNode subscript) {
    return subscript instanceof SqlCall call && call.getOperator().getName().equals(SLICE);
  }

  /** Stands in FETCH for a number of rows and those that are like the last of them. */
  public static SqlCall withTies(SqlNode count, SqlParserPos pos) {
    return call(WITH_TIES, pos, count);
  }

  /** Returns whether FETCH has WITH TIES. */
  public static boolean isWithTies(@Nullable SqlNode fetch) {
    return fetch instanceof SqlCall call && call.getOperator().getName().equals(WITH_TIES);
  }

  /** A call of a function of which only the name is known. */
  public static SqlCall call(String name, SqlParserPos pos, SqlNode... operands) {
    return new SqlUnresolvedFunction(
            new SqlIdentifier(name, pos),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION)
        .createCall(pos, operands);
  }
}
