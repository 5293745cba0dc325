package dev.colonnade.sql.plan.syntax;

import static java.util.Objects.requireNonNullElse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.function.aggregate.AggregateOperators;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.function.aggregate.PostgresAggregate;
import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.sql.plan.tree.KnownTypeSpec;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Ranks that a row would have which is not there, as {@code rank(5) WITHIN GROUP (ORDER BY v)}:
 * counts of the rows that would stand before it.
 */
final class HypotheticalRanks {
  private final List<SqlNode> given;
  private final List<SqlNode> order;
  private final @Nullable SqlNode filter;
  private final SqlParserPos pos;

  private HypotheticalRanks(SqlCall within, @Nullable SqlNode filter) {
    this.given = within.<SqlCall>operand(0).getOperandList();
    this.order = Nodes.of(within.<SqlNodeList>operand(1));
    this.filter = filter;
    this.pos = within.getParserPosition();
  }

  /** The call as counts; null if it is of no such rank. */
  static @Nullable SqlNode rewritten(SqlCall call) {
    if (call.getKind() == SqlKind.FILTER
        && call.operand(0) instanceof SqlCall within
        && isRank(within)) {
      return new HypotheticalRanks(within, call.operand(1)).counts(nameOf(within));
    }
    return isRank(call) ? new HypotheticalRanks(call, null).counts(nameOf(call)) : null;
  }

  private static boolean isRank(SqlCall call) {
    if (call.getKind() != SqlKind.WITHIN_GROUP) {
      return false;
    }
    return switch (nameOf(call)) {
      case "rank", "dense_rank", "percent_rank", "cume_dist" -> true;
      default -> false;
    };
  }

  private static String nameOf(SqlCall within) {
    return within.<SqlCall>operand(0).getOperator().getName().toLowerCase(Locale.ROOT);
  }

  private SqlNode counts(String name) {
    if (given.size() != order.size()) {
      throw SqlErrors.at(
          pos,
          new ColonnadeException(
              ErrorCode.UNKNOWN_FUNCTION,
              "the number of hypothetical direct arguments of %s is %d, but ordered columns are %d"
                  .formatted(name, given.size(), order.size())));
    }
    SqlNode before = count(before(0, false));
    return switch (name) {
      case "rank" -> plus(before, 1);
      case "dense_rank" -> plus(differentBefore(), 1);
      case "percent_rank" -> share(before, count(null));
      default -> share(plus(count(before(0, true)), 1), plus(count(null), 1));
    };
  }

  /** A quotient, 0 where there is nothing to divide by. */
  private SqlNode share(SqlNode part, SqlNode whole) {
    SqlNode divisor = call(SqlStdOperatorTable.NULLIF, asDouble(whole), number(0));
    return call(
        SqlStdOperatorTable.COALESCE,
        call(SqlStdOperatorTable.DIVIDE, asDouble(part), divisor),
        asDouble(number(0)));
  }

  private SqlNode asDouble(SqlNode value) {
    return call(
        SqlStdOperatorTable.CAST, value, KnownTypeSpec.of(SqlType.of(TypeKind.DOUBLE), pos));
  }

  private SqlNode plus(SqlNode value, int more) {
    return call(SqlStdOperatorTable.PLUS, value, number(more));
  }

  private SqlNode number(int value) {
    return SqlLiteral.createExactNumeric(Integer.toString(value), pos);
  }

  private SqlNode count(@Nullable SqlNode condition) {
    SqlNode all = call(SqlStdOperatorTable.COUNT, SqlIdentifier.star(pos));
    return filtered(all, condition);
  }

  private SqlNode differentBefore() {
    PostgresAggregate rows = AggregateOperators.find(AggregateRegistry.DISTINCT_ROWS);
    if (rows == null) {
      throw new IllegalStateException("no such aggregate: " + AggregateRegistry.DISTINCT_ROWS);
    }
    List<SqlNode> values = new ArrayList<>();
    order.forEach(item -> values.add(copy(DistinctOn.valueOf(item))));
    return filtered(rows.createCall(pos, values), before(0, false));
  }

  private SqlNode filtered(SqlNode aggregate, @Nullable SqlNode condition) {
    SqlNode own = filter == null ? null : copy(filter);
    if (condition == null && own == null) {
      return aggregate;
    }
    SqlNode all =
        own == null || condition == null
            ? requireNonNullElse(own, condition)
            : call(SqlStdOperatorTable.AND, own, condition);
    return call(SqlStdOperatorTable.FILTER, aggregate, all);
  }

  /** Returns the condition that a row precedes the hypothetical one, by the items from one on. */
  private SqlNode before(int index, boolean orSame) {
    SqlNode item = order.get(index);
    SqlNode here = beforeBy(item, given.get(index));
    boolean isLast = index == order.size() - 1;
    if (isLast && !orSame) {
      return here;
    }
    SqlNode value = copy(DistinctOn.valueOf(item));
    SqlNode same =
        SqlUtil.isNullLiteral(given.get(index), false)
            ? call(SqlStdOperatorTable.IS_NULL, value)
            : call(SqlStdOperatorTable.IS_NOT_DISTINCT_FROM, value, copy(given.get(index)));
    SqlNode rest = isLast ? same : call(SqlStdOperatorTable.AND, same, before(index + 1, orSame));
    return call(SqlStdOperatorTable.OR, here, rest);
  }

  private SqlNode beforeBy(SqlNode item, SqlNode given) {
    boolean isFalling = isFalling(item);
    boolean isNullFirst =
        item.getKind() == SqlKind.NULLS_FIRST
            || (item.getKind() != SqlKind.NULLS_LAST && isFalling);
    SqlNode value = DistinctOn.valueOf(item);
    if (SqlUtil.isNullLiteral(given, false)) {
      return isNullFirst
          ? SqlLiteral.createBoolean(false, pos)
          : call(SqlStdOperatorTable.IS_NOT_NULL, copy(value));
    }
    return isNullFirst
        ? beforeBehindNulls(value, given, isFalling)
        : beforeNulls(value, given, isFalling);
  }

  /**
   * Returns the condition of preceding where NULL comes last: smaller values, and before NULL all
   * values that are not NULL.
   */
  private SqlNode beforeNulls(SqlNode value, SqlNode given, boolean isFalling) {
    SqlOperator comparison =
        isFalling ? SqlStdOperatorTable.GREATER_THAN : SqlStdOperatorTable.LESS_THAN;
    SqlNode isLast =
        call(
            SqlStdOperatorTable.AND,
            call(SqlStdOperatorTable.IS_NULL, copy(given)),
            call(SqlStdOperatorTable.IS_NOT_NULL, copy(value)));
    return call(SqlStdOperatorTable.OR, call(comparison, copy(value), copy(given)), isLast);
  }

  /**
   * Returns the condition of preceding where NULL comes first: all values that are not as great or
   * greater, NULL among them.
   */
  private SqlNode beforeBehindNulls(SqlNode value, SqlNode given, boolean isFalling) {
    SqlOperator comparison =
        isFalling
            ? SqlStdOperatorTable.LESS_THAN_OR_EQUAL
            : SqlStdOperatorTable.GREATER_THAN_OR_EQUAL;
    return call(
        SqlStdOperatorTable.AND,
        call(SqlStdOperatorTable.IS_NOT_NULL, copy(given)),
        call(SqlStdOperatorTable.IS_NOT_TRUE, call(comparison, copy(value), copy(given))));
  }

  private static boolean isFalling(SqlNode item) {
    return switch (item.getKind()) {
      case DESCENDING -> true;
      case NULLS_FIRST, NULLS_LAST -> isFalling(((SqlCall) item).operand(0));
      default -> false;
    };
  }

  private static SqlNode copy(SqlNode node) {
    return Nodes.copy(node);
  }

  private SqlNode call(SqlOperator operator, SqlNode... operands) {
    return operator.createCall(pos, operands);
  }
}
