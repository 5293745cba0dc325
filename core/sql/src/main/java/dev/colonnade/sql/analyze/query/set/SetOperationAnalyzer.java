package dev.colonnade.sql.analyze.query.set;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.ExpressionAnalyzer;
import dev.colonnade.sql.analyze.query.draft.QueryDraft;
import dev.colonnade.sql.analyze.query.draft.Representations;
import dev.colonnade.sql.analyze.scope.QueryContext;
import dev.colonnade.sql.analyze.scope.Scope;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Query;
import java.util.ArrayList;
import java.util.List;

/** Analysis of set operations: the types of their columns are those that both sides convert to. */
public final class SetOperationAnalyzer {
  private final StatementAnalysis statement;
  private final ExpressionAnalyzer expressions;

  /**
   * Sides of a set operation, converted to the types of the result.
   *
   * @param types of the columns of the result
   */
  public record Sides(LogicalPlan left, LogicalPlan right, List<TypeReference> types) {
    public Sides {
      requireNonNull(left, "left is null");
      requireNonNull(right, "right is null");
      types = List.copyOf(types);
    }
  }

  /** Creates the analysis in the context of a query. */
  public SetOperationAnalyzer(QueryContext context) {
    this.statement = context.statement();
    this.expressions =
        new ExpressionAnalyzer(
            new ExpressionContext(
                statement,
                new Scope(statement, context.outer()),
                query -> context.analyses().query(query, context),
                context.level(),
                ClauseKind.SELECT));
  }

  /** Returns the set operation of two analyzed sides. */
  public AnalyzedQuery analyze(Query.SetOperation operation, QueryDraft left, QueryDraft right) {
    String name = operation.operator().name();
    boolean isHashed = !operation.all() || operation.operator() != Query.SetOperator.UNION;
    List<TypeReference> types = types(name, left, right, isHashed);
    AnalyzedQuery one = left.finish(types);
    Sides sides = sides(one, right.finish(types), types);
    List<ResultColumn> columns = columns(one, sides);
    return new AnalyzedQuery(
        new LogicalSet.SetOperation(
            switch (operation.operator()) {
              case UNION -> LogicalSet.Kind.UNION;
              case INTERSECT -> LogicalSet.Kind.INTERSECT;
              case EXCEPT -> LogicalSet.Kind.EXCEPT;
            },
            operation.all(),
            inputs(operation, sides),
            columns.stream().map(ResultColumn::variable).toList()),
        columns);
  }

  /** Returns the sides of an operation; in place of a left UNION without an effect, its sides. */
  private static List<LogicalPlan> inputs(Query.SetOperation operation, Sides sides) {
    boolean isUnion =
        operation.operator() == Query.SetOperator.UNION
            && sides.left() instanceof LogicalSet.SetOperation left
            && left.kind() == LogicalSet.Kind.UNION
            && (left.all() || !operation.all());
    if (!isUnion) {
      return List.of(sides.left(), sides.right());
    }
    List<LogicalPlan> inputs = new ArrayList<>(sides.left().inputs());
    inputs.add(sides.right());
    return inputs;
  }

  /**
   * Returns the types of the columns.
   *
   * @param isHashed whether rows are compared, so that the types need an equality
   */
  public List<TypeReference> types(
      String operator, QueryDraft left, QueryDraft right, boolean isHashed) {
    List<TypedExpression> ones = left.values();
    List<TypedExpression> others = right.values();
    if (ones.size() != others.size()) {
      throw ScopeErrors.at(
          ErrorCode.SYNTAX_ERROR,
          "each %s query must have the same number of columns".formatted(operator),
          others.isEmpty() ? -1 : others.getFirst().position());
    }
    List<TypeReference> types = new ArrayList<>();
    for (int i = 0; i < ones.size(); i++) {
      TypeReference type = type(operator, ones.get(i), others.get(i));
      types.add(type);
      if (isHashed) {
        TypedExpression best = ones.get(i).isUnknown() ? others.get(i) : ones.get(i);
        Variable any = statement.variables().create(best.expression().type(), "key");
        if (!best.isUnknown()) {
          expressions.groupable(TypedExpression.of(any, type, best.position()));
        }
      }
    }
    return types;
  }

  private TypeReference type(String operator, TypedExpression left, TypedExpression right) {
    if (left.type().type().equals(right.type().type()) && !left.isUnknown()) {
      return left.type().equals(right.type()) ? left.type() : TypeReference.of(left.type().type());
    }
    return expressions.common(operator, List.of(left, right));
  }

  /** Returns the sides with columns of the types and of equal representations. */
  public Sides sides(AnalyzedQuery left, AnalyzedQuery right, List<TypeReference> types) {
    List<Expression> ones = new ArrayList<>();
    List<Expression> others = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      List<Expression> both =
          Representations.equal(
              List.of(
                  converted(left.columns().get(i), types.get(i)),
                  converted(right.columns().get(i), types.get(i))));
      ones.add(both.getFirst());
      others.add(both.getLast());
    }
    return new Sides(projected(left, ones), projected(right, others), types);
  }

  private Expression converted(ResultColumn column, TypeReference type) {
    TypedExpression value =
        TypedExpression.of(column.variable(), column.type(), TypedExpression.NO_POSITION);
    return column.type().equals(type)
        ? column.variable()
        : expressions.merged(value, type).expression();
  }

  private LogicalPlan projected(AnalyzedQuery side, List<Expression> values) {
    List<Assignment> assignments = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Expression value = values.get(i);
      Variable before = side.columns().get(i).variable();
      assignments.add(
          value.equals(before)
              ? Assignment.of(before)
              : new Assignment(statement.variables().create(value.type(), before.name()), value));
    }
    boolean isSame =
        assignments.stream().map(Assignment::variable).toList().equals(side.plan().columns());
    return isSame ? side.plan() : new LogicalOperator.Project(side.plan(), assignments);
  }

  /** Returns the columns of the result: new variables under the names of the left side. */
  public List<ResultColumn> columns(AnalyzedQuery left, Sides sides) {
    List<ResultColumn> columns = new ArrayList<>();
    for (int i = 0; i < sides.types().size(); i++) {
      ResultColumn first = left.columns().get(i);
      Variable variable =
          statement.variables().create(sides.left().columns().get(i).type(), first.name());
      columns.add(
          new ResultColumn(
              first.name(), variable, sides.types().get(i), first.fields(), Origin.NONE));
    }
    return columns;
  }
}
