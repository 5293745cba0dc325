package dev.colonnade.sql.analyze.expression.subquery;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.composite.QuantifiedArrays;
import dev.colonnade.sql.analyze.expression.invoke.Comparisons;
import dev.colonnade.sql.analyze.expression.operator.Operators;
import dev.colonnade.sql.analyze.expression.operator.RowComparisons;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.analyze.expression.value.RowFields;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.logic.TruthTest.Test;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.registry.resolve.CommonTypes;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.SubqueryExpression;
import dev.colonnade.sql.syntax.query.SubqueryExpression.Comparison;
import dev.colonnade.sql.syntax.query.SubqueryExpression.Quantifier;
import java.util.ArrayList;
import java.util.List;

/** Subqueries in expressions. */
public final class Subqueries {
  private final ExpressionAnalysis analysis;
  private final ExpressionState state;
  private final RowComparisons rows;
  private final Comparisons comparisons;
  private final QuantifiedArrays arrays;

  public Subqueries(
      ExpressionAnalysis analysis,
      Operators operators,
      RowComparisons rows,
      Comparisons comparisons) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.state = analysis.state();
    this.rows = requireNonNull(rows, "rows is null");
    this.comparisons = requireNonNull(comparisons, "comparisons is null");
    this.arrays = new QuantifiedArrays(analysis, operators);
  }

  /** Returns an expression over the rows of a query or the elements of an array. */
  public TypedExpression analyze(SubqueryExpression node) {
    ClauseKind clause = state.context().clause();
    if (clause.isWithoutQueries() && !(node instanceof SubqueryExpression.QuantifiedArray)) {
      throw Positions.error(
          ErrorCode.UNSUPPORTED, "cannot use subquery in " + clause.singular(), node.position());
    }
    return switch (node) {
      case SubqueryExpression.Scalar scalar -> scalar(scalar);
      case SubqueryExpression.Exists exists -> exists(exists);
      case SubqueryExpression.ArrayOf array -> arrayOf(array);
      case SubqueryExpression.In in -> in(in);
      case SubqueryExpression.Quantified quantified -> quantified(quantified);
      case SubqueryExpression.QuantifiedArray quantified -> arrays.analyze(quantified);
    };
  }

  private AnalyzedQuery query(dev.colonnade.sql.syntax.query.Query query) {
    return state.context().subqueries().analyze(query);
  }

  private ResultColumn onlyColumn(AnalyzedQuery query, int position) {
    if (query.columns().size() != 1) {
      throw Positions.error(
          ErrorCode.SYNTAX_ERROR, "subquery must return only one column", position);
    }
    return query.columns().getFirst();
  }

  private TypedExpression scalar(SubqueryExpression.Scalar node) {
    AnalyzedQuery query = query(node.query());
    ResultColumn column = onlyColumn(query, node.position());
    return new TypedExpression(
        new LogicalSubquery.Scalar(query.plan()), column.type(), column.fields(), node.position());
  }

  /** Returns the comparison of a row with the only row of a query; NULL without a row. */
  public TypedExpression compare(
      Call.Row row, OperatorName operator, SubqueryExpression.Scalar node, int position) {
    AnalyzedQuery query = query(node.query());
    List<TypedExpression> left = analysis.fields(row);
    requireColumns(query, left.size(), position);
    Expression compared = rows.compare(operator, left, columns(query, position), position);
    Variable variable = state.statement().variables().create(compared.type(), "compared");
    LogicalPlan plan =
        new LogicalOperator.Project(query.plan(), List.of(new Assignment(variable, compared)));
    return bool(new LogicalSubquery.Scalar(plan), position);
  }

  private static void requireColumns(AnalyzedQuery query, int count, int position) {
    int found = query.columns().size();
    if (found != count) {
      throw Positions.error(
          ErrorCode.SYNTAX_ERROR,
          count < found ? "subquery has too many columns" : "subquery has too few columns",
          position);
    }
  }

  private static List<TypedExpression> columns(AnalyzedQuery query, int position) {
    return query.columns().stream().map(column -> column.value(position)).toList();
  }

  private TypedExpression exists(SubqueryExpression.Exists node) {
    return bool(new LogicalSubquery.Exists(query(node.query()).plan()), node.position());
  }

  private TypedExpression bool(Expression value, int position) {
    return TypedExpression.of(value, state.reference("bool"), position);
  }

  private TypedExpression arrayOf(SubqueryExpression.ArrayOf node) {
    AnalyzedQuery query = query(node.query());
    ResultColumn column = onlyColumn(query, node.position());
    TypedExpression array = arrayOf(query.plan(), column.type().type(), node.position());
    return new TypedExpression(array.expression(), array.type(), column.fields(), node.position());
  }

  private TypedExpression arrayOf(LogicalPlan plan, Type element, int position) {
    boolean isNested = CommonTypes.isNested(element);
    Type array = isNested ? element : state.registry().types().arrayOf(element);
    if (array == null) {
      throw Positions.error(
          ErrorCode.UNKNOWN_OBJECT, "could not find array type for data type " + element, position);
    }
    return TypedExpression.of(new LogicalSubquery.ArrayOf(plan), TypeReference.of(array), position);
  }

  private TypedExpression in(SubqueryExpression.In node) {
    // As in PostgreSQL, errors of the subquery precede those of the operand.
    AnalyzedQuery query = query(node.query());
    Expression found =
        quantified(left(node.operand()), OperatorName.of("="), false, query, node.position());
    return bool(node.negated() ? state.builder().test(Test.NOT, found) : found, node.position());
  }

  private List<TypedExpression> left(dev.colonnade.sql.syntax.query.Expression node) {
    if (node instanceof Call.Row row) {
      return analysis.fields(row);
    }
    TypedExpression value = analysis.analyze(node);
    boolean isRow =
        node instanceof Operation.Cast cast
            && cast.operand() instanceof Call.Row
            && RowFields.isRow(value.type().type());
    return isRow ? analysis.conversions().rows().of(value) : List.of(value);
  }

  private TypedExpression quantified(SubqueryExpression.Quantified node) {
    Comparison comparison = node.comparison();
    boolean isAll = comparison.quantifier() == Quantifier.ALL;
    AnalyzedQuery query = query(node.query());
    List<TypedExpression> left = left(comparison.left());
    if (left.size() == 1 && query.columns().size() == 1 && !isComparison(comparison)) {
      // Equivalent: the values of the query as the elements of an array.
      ResultColumn column = query.columns().getFirst();
      TypedExpression list = arrayOf(query.plan(), column.type().type(), node.position());
      return arrays.compare(comparison, left.getFirst(), list, node.position());
    }
    return bool(
        quantified(left, comparison.operator(), isAll, query, node.position()), node.position());
  }

  private static boolean isComparison(Comparison comparison) {
    return switch (comparison.operator().symbol()) {
      case "=", "<>", "<", "<=", ">", ">=" -> true;
      default -> false;
    };
  }

  private Expression quantified(
      List<TypedExpression> left,
      OperatorName operator,
      boolean isAll,
      AnalyzedQuery query,
      int position) {
    int count = query.columns().size();
    requireColumns(query, left.size(), position);
    RowComparisons.Pairs pairs = rows.pairs(operator, left, columns(query, position), position);
    List<Expression> compared = new ArrayList<>();
    List<Expression> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TypedExpression some = pairs.left().get(i);
      TypedExpression other = pairs.right().get(i);
      compared.add(comparisons.comparable(pairs.operator(), some, other));
      values.add(comparisons.comparable(pairs.operator(), other, some));
    }
    return new LogicalSubquery.Quantified(
        pairs.operator(), isAll, compared, projected(query, values));
  }

  /** Returns the plan with the converted values as its columns. */
  private LogicalPlan projected(AnalyzedQuery query, List<Expression> values) {
    if (values.equals(query.plan().columns())) {
      return query.plan();
    }
    List<Assignment> assignments = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Expression value = values.get(i);
      String name = query.columns().get(i).name();
      Variable variable =
          value instanceof Variable same
              ? same
              : state.statement().variables().create(value.type(), name);
      assignments.add(new Assignment(variable, value));
    }
    return new LogicalOperator.Project(query.plan(), assignments);
  }
}
