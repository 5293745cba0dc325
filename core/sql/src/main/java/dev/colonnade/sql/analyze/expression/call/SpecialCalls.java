package dev.colonnade.sql.analyze.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.branch.Branches;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.ArrayList;
import java.util.List;

/** Functions whose calls have keywords, and the values of the session. */
public final class SpecialCalls {
  /** Bits of the result of GROUPING, an INTEGER. */
  private static final int GROUPING_BITS = Integer.SIZE;

  private static final String SYSTEM = "pg_catalog";
  private static final int MICROS_DIGITS = 6;

  private final ExpressionAnalysis analysis;
  private final Branches branches;

  public SpecialCalls(ExpressionAnalysis analysis, Branches branches) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.branches = requireNonNull(branches, "branches is null");
  }

  /** Returns a call with keywords between its arguments. */
  public TypedExpression analyze(Call.Special node) {
    return switch (node.function()) {
      case COALESCE -> branches.coalesce(node);
      case GREATEST, LEAST -> branches.extreme(node);
      case NULLIF -> branches.nullIf(node);
      case GROUPING -> grouping(node);
      case EXTRACT -> call("extract", node.arguments(), node.position());
      case POSITION -> call("position", node.arguments().reversed(), node.position());
      case SUBSTRING_FROM_FOR, SUBSTRING_FROM, SUBSTRING_SIMILAR ->
          call("substring", node.arguments(), node.position());
      case SUBSTRING_FOR -> substringFor(node);
      case OVERLAY_PLACING -> call("overlay", node.arguments(), node.position());
      case TRIM_BOTH -> call("btrim", node.arguments(), node.position());
      case TRIM_LEADING -> call("ltrim", node.arguments(), node.position());
      case TRIM_TRAILING -> call("rtrim", node.arguments(), node.position());
      case NORMALIZE -> call("normalize", node.arguments(), node.position());
      case COLLATION_FOR -> call("pg_collation_for", node.arguments(), node.position());
    };
  }

  private TypedExpression call(
      String name,
      List<? extends dev.colonnade.sql.syntax.query.Expression> arguments,
      int position) {
    return analysis.analyze(function(name, arguments, position));
  }

  /** Returns the syntax of a call of a built-in function. */
  public static Call.Function function(
      String name,
      List<? extends dev.colonnade.sql.syntax.query.Expression> arguments,
      int position) {
    List<Call.Argument> list = new ArrayList<>();
    arguments.forEach(value -> list.add(new Call.Argument(null, value, value.position())));
    return new Call.Function(
        new QualifiedName(List.of(SYSTEM, name), position),
        new Call.Arguments(list, Call.Quantifier.NONE, false, false, List.of()),
        Call.Clauses.NONE,
        position);
  }

  private TypedExpression substringFor(Call.Special node) {
    dev.colonnade.sql.syntax.query.Expression text = node.arguments().getFirst();
    dev.colonnade.sql.syntax.query.Expression count = node.arguments().getLast();
    TypeName integer =
        new TypeName(
            new QualifiedName(List.of(SYSTEM, "int4"), count.position()),
            List.of(),
            null,
            TypeName.Array.NONE,
            count.position());
    return call(
        "substring",
        List.of(
            text,
            new Constant.IntegerConstant(1, node.position()),
            new Operation.Cast(count, integer, count.position())),
        node.position());
  }

  private TypedExpression grouping(Call.Special node) {
    ExpressionState state = analysis.state();
    QueryLevel level = state.context().level();
    if (level == null) {
      throw Positions.error(
          ErrorCode.GROUPING_ERROR,
          "grouping operations are not allowed in " + state.context().clause().text(),
          node.position());
    }
    if (node.arguments().size() >= GROUPING_BITS) {
      throw Positions.error(
          ErrorCode.TOO_MANY_ARGUMENTS,
          "GROUPING must have fewer than %d arguments".formatted(GROUPING_BITS),
          node.position());
    }
    int readCount = state.readCount();
    List<Expression> arguments = new ArrayList<>();
    for (TypedExpression argument : analysis.analyzeAll(node.arguments())) {
      arguments.add(argument.expression());
    }
    Expression grouping =
        QueryLevel.ownerOf(level, arguments)
            .addGrouping(arguments, state.context().clause(), node.position());
    state.replaceReads(readCount, grouping);
    return TypedExpression.of(grouping, state.reference("int4"), node.position());
  }

  /** Returns a value of the session or the current time. */
  public TypedExpression currentValue(Call.CurrentValue node) {
    int position = node.position();
    return switch (node.kind()) {
      case CURRENT_DATE -> time("date", null, position);
      case CURRENT_TIMESTAMP -> time("timestamptz", node.precision(), position);
      case LOCALTIMESTAMP -> time("timestamp", node.precision(), position);
      case LOCALTIME -> time("time", node.precision(), position);
      case CURRENT_TIME -> time("timetz", node.precision(), position);
      case CURRENT_ROLE, CURRENT_USER, USER -> call("current_user", List.of(), position);
      case SESSION_USER -> call("session_user", List.of(), position);
      case CURRENT_CATALOG -> call("current_database", List.of(), position);
      case CURRENT_SCHEMA -> call("current_schema", List.of(), position);
    };
  }

  private TypedExpression time(
      String type, @org.jspecify.annotations.Nullable Integer precision, int position) {
    TypedExpression now = call("now", List.of(), position);
    int modifier = precision == null ? -1 : Math.min(precision, MICROS_DIGITS);
    return analysis
        .conversions()
        .cast(now, new TypeReference(analysis.state().type(type), modifier))
        .at(position);
  }

  /** Returns AT TIME ZONE. */
  public TypedExpression atTimeZone(Operation.AtTimeZone node) {
    return call("timezone", List.of(node.zone(), node.operand()), node.position());
  }
}
