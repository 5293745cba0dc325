package dev.colonnade.sql.plan.physical;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.function.aggregate.PostgresAggregate;
import dev.colonnade.sql.physical.AggregateCall;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.VectorType.Form;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/** Translator of Calcite's aggregates. */
final class AggregateTranslator {
  private static final double ROW_COST = 0.01;

  private final Aggregate aggregate;
  private final PhysicalPlan input;

  private AggregateTranslator(Aggregate aggregate, PhysicalPlan input) {
    this.aggregate = aggregate;
    this.input = input;
  }

  /** Returns the physical plan of an aggregate over a physical input. */
  static PhysicalPlan of(Aggregate aggregate, PhysicalPlan input) {
    return new AggregateTranslator(aggregate, input).translated();
  }

  private PhysicalPlan translated() {
    List<Integer> keys = aggregate.getGroupSet().asList();
    List<PlanColumn> columns = new ArrayList<>();
    keys.forEach(key -> columns.add(input.columns().get(key)));
    List<AggregateCall> calls = new ArrayList<>();
    for (org.apache.calcite.rel.core.AggregateCall call : aggregate.getAggCallList()) {
      if (call.getAggregation().getKind() != SqlKind.LITERAL_AGG) {
        AggregateCall translated = call(call);
        calls.add(translated);
        columns.add(new PlanColumn(text(translated), translated.result()));
      }
    }
    PhysicalPlan grouped =
        new AggregatePlan.HashAggregate(
            input, keys, groupingSets(keys), calls, columns, estimate());
    return calls.size() == aggregate.getAggCallList().size()
        ? grouped
        : withLiterals(grouped, keys.size());
  }

  private List<List<Integer>> groupingSets(List<Integer> keys) {
    List<List<Integer>> sets = new ArrayList<>();
    for (ImmutableBitSet set : aggregate.getGroupSets()) {
      sets.add(set.asList().stream().map(keys::indexOf).toList());
    }
    return sets;
  }

  /** Adds the literals that an aggregate has for each group. */
  private PhysicalPlan withLiterals(PhysicalPlan grouped, int keyCount) {
    List<Expression> expressions = new ArrayList<>();
    List<PlanColumn> columns = new ArrayList<>();
    int next = keyCount;
    for (int i = 0; i < aggregate.getRowType().getFieldCount(); i++) {
      org.apache.calcite.rel.core.AggregateCall call =
          i < keyCount ? null : aggregate.getAggCallList().get(i - keyCount);
      Expression expression;
      if (call != null && call.getAggregation().getKind() == SqlKind.LITERAL_AGG) {
        expression = literal((RexLiteral) call.rexList.getFirst());
      } else {
        int column = call == null ? i : next++;
        expression = new ColumnReference(grouped.columns().get(column).type(), column);
      }
      expressions.add(expression);
      columns.add(new PlanColumn(expression.sql(grouped.names()), expression.type()));
    }
    return new RowPlan.Project(grouped, expressions, columns, grouped.estimate());
  }

  private static Literal literal(RexLiteral literal) {
    TypeKind kind = CalciteTypes.kindOf(literal.getType());
    Object value =
        switch (kind) {
          case BOOLEAN -> literal.getValueAs(Boolean.class);
          case SMALLINT -> literal.getValueAs(Short.class);
          case INTEGER -> literal.getValueAs(Integer.class);
          case BIGINT -> literal.getValueAs(Long.class);
          default -> throw new IllegalStateException("no literal of this kind: kind=" + kind);
        };
    return new Literal(VectorType.of(kind), value);
  }

  private AggregateCall call(org.apache.calcite.rel.core.AggregateCall call) {
    String function = function(call);
    List<Integer> arguments = call.getArgList();
    List<SortKey> order = order(call);
    boolean distinct = call.isDistinct();
    boolean isDescending = function.endsWith(AggregateRegistry.DISTINCT_DESCENDING);
    if (isDescending || function.endsWith(AggregateRegistry.DISTINCT)) {
      function = function.substring(0, function.indexOf(AggregateRegistry.DISTINCT));
      distinct = true;
      order = List.of(new SortKey(arguments.getFirst(), isDescending, isDescending));
    } else if (distinct && order.isEmpty() && dependsOnOrder(function, arguments)) {
      order = arguments.stream().map(argument -> new SortKey(argument, false, false)).toList();
    }
    return new AggregateCall(
        function,
        arguments,
        distinct,
        call.filterArg < 0 ? AggregateCall.NO_FILTER : call.filterArg,
        order,
        result(
            function,
            arguments.stream().map(argument -> input.columns().get(argument).type()).toList(),
            CalciteTypes.kindOf(call.getType())));
  }

  private static String function(org.apache.calcite.rel.core.AggregateCall call) {
    if (call.getAggregation() instanceof PostgresAggregate own) {
      return own.getName();
    }
    return name(call.getAggregation().getKind(), call.getAggregation().getName());
  }

  /** Returns the name of a function of Calcite in the registry of aggregates. */
  static String name(SqlKind kind, String name) {
    return switch (kind) {
      case COUNT, SUM, SUM0, AVG, SINGLE_VALUE, BIT_AND, BIT_OR, BIT_XOR, ANY_VALUE ->
          kind.name().toLowerCase(Locale.ROOT);
      case GROUPING, GROUPING_ID -> "grouping";
      case MIN -> isOfTruths(name) ? "bool_and" : "min";
      case MAX -> isOfTruths(name) ? "bool_or" : "max";
      default -> name.toLowerCase(Locale.ROOT);
    };
  }

  private static boolean isOfTruths(String name) {
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "BOOL_AND", "BOOL_OR", "EVERY", "SOME", "LOGICAL_AND", "LOGICAL_OR" -> true;
      default -> false;
    };
  }

  private static List<SortKey> order(org.apache.calcite.rel.core.AggregateCall call) {
    List<SortKey> keys = new ArrayList<>();
    for (RelFieldCollation key : call.getCollation().getFieldCollations()) {
      keys.add(sortKey(key));
    }
    return keys;
  }

  static SortKey sortKey(RelFieldCollation key) {
    boolean descending = key.direction.isDescending();
    boolean nullsFirst =
        key.nullDirection == RelFieldCollation.NullDirection.UNSPECIFIED
            ? descending
            : key.nullDirection == RelFieldCollation.NullDirection.FIRST;
    return new SortKey(key.getFieldIndex(), descending, nullsFirst);
  }

  /** Returns whether values depend on the order in which rows are added. */
  private boolean dependsOnOrder(String function, List<Integer> arguments) {
    return switch (function) {
      case "count", "min", "max", "bool_and", "bool_or", "bit_and", "bit_or", "bit_xor" -> false;
      case AggregateRegistry.DISTINCT_ROWS -> false;
      case "sum", "sum0", "avg" ->
          input.columns().get(arguments.getFirst()).type().kind().isFloating();
      default -> true;
    };
  }

  /** Returns the representation of the values of an aggregate. */
  static VectorType result(String function, List<VectorType> arguments, TypeKind kind) {
    return switch (function) {
      case "min",
          "max",
          "bool_and",
          "bool_or",
          "single_value",
          "any_value",
          AggregateRegistry.FIRST_ROW ->
          arguments.getFirst();
      case "sum", "sum0" -> sum(arguments.getFirst(), kind);
      default -> VectorType.of(kind);
    };
  }

  private static VectorType sum(VectorType argument, TypeKind kind) {
    boolean isDecimal = kind == TypeKind.NUMERIC && argument.form() == Form.LONG;
    return isDecimal ? VectorType.decimal(argument.scale()) : VectorType.of(kind);
  }

  private String text(AggregateCall call) {
    List<String> names = input.names();
    String arguments =
        call.arguments().isEmpty() && call.function().equals("count")
            ? "*"
            : String.join(", ", call.arguments().stream().map(names::get).toList());
    return call.function() + (call.distinct() ? "(DISTINCT " : "(") + arguments + ")";
  }

  private PlanEstimate estimate() {
    Double rows = aggregate.getCluster().getMetadataQuery().getRowCount(aggregate);
    double groups = rows == null ? 1 : Math.max(1, rows);
    PlanEstimate below = input.estimate();
    double startup = below.totalCost() + below.rows() * ROW_COST;
    return new PlanEstimate(groups, startup, startup + groups * ROW_COST);
  }
}
