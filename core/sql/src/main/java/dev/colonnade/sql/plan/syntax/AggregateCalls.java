package dev.colonnade.sql.plan.syntax;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.function.aggregate.AggregateOperators;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.function.aggregate.PostgresAggregate;
import dev.colonnade.sql.parse.ExtraOperators;
import dev.colonnade.sql.parse.Nodes;
import dev.colonnade.sql.plan.tree.KnownTypeSpec;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/** Calls of aggregates of ours in the forms that PostgreSQL writes. */
public final class AggregateCalls {
  private AggregateCalls() {}

  /** The call in our form; null if it is of no aggregate with a form of its own. */
  static @Nullable SqlNode rewritten(SqlCall call) {
    if (call.getKind() == SqlKind.WITHIN_GROUP) {
      return withinGroup(call);
    }
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    boolean isCollecting =
        switch (name) {
          case "array_agg", "string_agg" -> true;
          case "json_agg", "jsonb_agg" -> call.operandCount() > 0;
          case "json_object_agg", "jsonb_object_agg" -> call.operandCount() > 1;
          default -> false;
        };
    return isCollecting && call instanceof SqlBasicCall basic && !isOurs(call)
        ? collecting(basic, name)
        : null;
  }

  private static boolean isOurs(SqlCall call) {
    return call.getOperator() instanceof PostgresAggregate;
  }

  private static SqlNode collecting(SqlBasicCall call, String name) {
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    SqlNodeList order = SqlNodeList.EMPTY;
    if (!operands.isEmpty() && operands.getLast() instanceof SqlNodeList list) {
      order = list;
      operands.removeLast();
    }
    SqlLiteral quantifier = call.getFunctionQuantifier();
    boolean isDistinct = quantifier != null && quantifier.getValue() == SqlSelectKeyword.DISTINCT;
    if (isDistinct && name.startsWith("json")) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "DISTINCT is not supported in %s".formatted(name));
    }
    if (isDistinct) {
      requireArguments(order, operands);
      boolean isFalling = order.size() > 0 && order.get(0).getKind() == SqlKind.DESCENDING;
      return create(
          name + (isFalling ? AggregateRegistry.DISTINCT_DESCENDING : AggregateRegistry.DISTINCT),
          call,
          operands);
    }
    SqlNode plain = create(name, call, name.startsWith("json") ? ofJson(name, operands) : operands);
    return order.size() == 0
        ? plain
        : SqlStdOperatorTable.WITHIN_GROUP.createCall(call.getParserPosition(), plain, order);
  }

  /** Throws INVALID_COLUMN_REFERENCE unless the ORDER BY expressions are DISTINCT arguments. */
  private static void requireArguments(SqlNodeList order, List<SqlNode> operands) {
    for (SqlNode item : Nodes.of(order)) {
      SqlNode value = DistinctOn.valueOf(item);
      if (operands.stream().noneMatch(operand -> operand.equalsDeep(value, Litmus.IGNORE))) {
        throw SqlErrors.at(
            value.getParserPosition(),
            new ColonnadeException(
                ErrorCode.INVALID_COLUMN_REFERENCE,
                "in an aggregate with DISTINCT, ORDER BY expressions must appear in argument"
                    + " list"));
      }
    }
  }

  /**
   * Returns the operands of a JSON aggregate: its value last, and before it a key, which is text.
   */
  private static List<SqlNode> ofJson(String name, List<SqlNode> operands) {
    String conversion = name.startsWith("jsonb") ? "to_jsonb" : "to_json";
    SqlNode value = operands.getLast();
    SqlNode json = ExtraOperators.call(conversion, value.getParserPosition(), value);
    if (operands.size() == 1) {
      return List.of(json);
    }
    SqlNode key = operands.getFirst();
    SqlParserPos pos = key.getParserPosition();
    SqlNode text =
        SqlStdOperatorTable.CAST.createCall(
            pos, key, KnownTypeSpec.of(SqlType.of(TypeKind.TEXT), pos));
    return List.of(text, json);
  }

  /** Aggregates that sort their values themselves. */
  private static @Nullable SqlNode withinGroup(SqlCall call) {
    SqlCall inner = call.operand(0);
    String name = inner.getOperator().getName().toLowerCase(Locale.ROOT);
    SqlNode order = call.<SqlNodeList>operand(1).get(0);
    boolean isFalling = order.getKind() == SqlKind.DESCENDING;
    SqlNode value = isFalling ? ((SqlCall) order).operand(0) : order;
    return switch (name) {
      case "percentile_cont", "percentile_disc" ->
          create(isFalling ? name + " desc" : name, call, List.of(inner.operand(0), value));
      case "mode" -> create(isFalling ? name + " desc" : name, call, List.of(value));
      default -> null;
    };
  }

  private static SqlNode create(String name, SqlCall call, List<SqlNode> operands) {
    PostgresAggregate aggregate = AggregateOperators.find(name);
    if (aggregate == null) {
      throw new IllegalStateException("no such aggregate: " + name);
    }
    return aggregate.createCall(call.getParserPosition(), operands);
  }

  /** A table in which aggregates of ours come before those of the same names. */
  public static SqlOperatorTable before(SqlOperatorTable others) {
    return new SqlOperatorTable() {
      @Override
      public void lookupOperatorOverloads(
          SqlIdentifier name,
          @Nullable SqlFunctionCategory category,
          SqlSyntax syntax,
          List<SqlOperator> found,
          SqlNameMatcher matcher) {
        PostgresAggregate ours =
            AggregateOperators.find(name.names.getLast().toLowerCase(Locale.ROOT));
        if (ours != null && syntax == SqlSyntax.FUNCTION) {
          found.add(ours);
        } else {
          others.lookupOperatorOverloads(name, category, syntax, found, matcher);
        }
      }

      @Override
      public List<SqlOperator> getOperatorList() {
        return others.getOperatorList();
      }
    };
  }

  /** Sums and means of intervals are not Calcite's. */
  public static void resolve(SqlValidator validator, SqlValidatorScope scope, SqlBasicCall call) {
    boolean isSum = call.getKind() == SqlKind.SUM;
    if ((!isSum && call.getKind() != SqlKind.AVG) || call.operandCount() != 1 || isOurs(call)) {
      return;
    }
    SqlValidatorScope inner = scope.getOperandScope(call);
    PostgresAggregate ours = AggregateOperators.find(isSum ? "sum interval" : "avg interval");
    if (ours != null
        && CalciteTypes.kindOf(validator.deriveType(inner, call.operand(0))) == TypeKind.INTERVAL) {
      call.setOperator(ours);
    }
  }
}
