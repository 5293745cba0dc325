package dev.colonnade.sql.analyze.expression.predicate;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.operator.Operators;
import dev.colonnade.sql.analyze.expression.operator.RowComparisons;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.analyze.expression.value.RowFields;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.expression.logic.TruthTest.Test;
import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Predicates with a syntax of their own. */
public final class Predicates {
  private static final int OVERLAPS_COUNT = 2;

  private final ExpressionAnalysis analysis;
  private final ExpressionState state;
  private final ExpressionBuilder builder;
  private final Operators operators;
  private final RowComparisons rows;
  private final LogicPredicates logic;
  private final InLists lists;
  private final Patterns patterns;

  public Predicates(ExpressionAnalysis analysis, Operators operators, RowComparisons rows) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.state = analysis.state();
    this.builder = state.builder();
    this.operators = requireNonNull(operators, "operators is null");
    this.rows = requireNonNull(rows, "rows is null");
    this.logic = new LogicPredicates(analysis);
    this.lists = new InLists(analysis, operators, rows);
    this.patterns = new Patterns(analysis, operators);
  }

  /** Returns AND, OR and NOT. */
  public LogicPredicates logic() {
    return logic;
  }

  /** Returns a predicate. */
  public TypedExpression analyze(Predicate node) {
    return switch (node) {
      case Predicate.IsNull test -> isNull(test);
      case Predicate.IsTruth test -> logic.isTruth(test);
      case Predicate.IsDistinct test -> isDistinct(test);
      case Predicate.IsNormalized test -> isNormalized(test);
      case Predicate.IsDocument test -> throw Positions.unsupported("IS DOCUMENT", test.position());
      case Predicate.Between between -> between(between);
      case Predicate.InList list -> bool(lists.analyze(list), list.position());
      case Predicate.Like like -> bool(patterns.analyze(like), like.position());
      case Predicate.Overlaps overlaps -> overlaps(overlaps);
    };
  }

  private TypedExpression bool(Expression value, int position) {
    return TypedExpression.of(value, state.reference("bool"), position);
  }

  private TypedExpression isNull(Predicate.IsNull node) {
    if (node.operand() instanceof Call.Row row && row.fields().isEmpty()) {
      // All of its no fields are NULL, and not NULL.
      return bool(builder.logic(true, List.of()), node.position());
    }
    TypedExpression value = analysis.analyze(node.operand());
    List<Expression> fields = List.of(value.expression());
    if (RowFields.isRow(value.type().type())) {
      List<TypedExpression> found = analysis.conversions().rows().of(value);
      fields = found.isEmpty() ? fields : found.stream().map(TypedExpression::expression).toList();
    }
    return bool(builder.isNull(node.negated(), fields), node.position());
  }

  private TypedExpression isNormalized(Predicate.IsNormalized node) {
    int position = node.position();
    String form = node.form();
    List<Call.Argument> arguments = new ArrayList<>();
    arguments.add(new Call.Argument(null, node.operand(), position));
    if (form != null) {
      arguments.add(new Call.Argument(null, new Constant.StringConstant(form, position), position));
    }
    TypedExpression normalized = analysis.analyze(builtIn("is_normalized", arguments, position));
    return node.negated()
        ? bool(builder.test(Test.NOT, normalized.expression()), position)
        : normalized;
  }

  /** Returns the syntax of a call of a built-in function. */
  private static Call.Function builtIn(String name, List<Call.Argument> arguments, int position) {
    return new Call.Function(
        new QualifiedName(List.of("pg_catalog", name), position),
        new Call.Arguments(arguments, Call.Quantifier.NONE, false, false, List.of()),
        Call.Clauses.NONE,
        position);
  }

  private TypedExpression isDistinct(Predicate.IsDistinct node) {
    Expression value;
    if (node.left() instanceof Call.Row left && node.right() instanceof Call.Row right) {
      value =
          rows.distinct(
              node.negated(), analysis.fields(left), analysis.fields(right), node.position());
    } else {
      TypedExpression left = analysis.analyze(node.left());
      TypedExpression right = analysis.analyze(node.right());
      value = rows.distinct(node.negated(), List.of(left), List.of(right), node.position());
    }
    return bool(value, node.position());
  }

  /** BETWEEN is two comparisons; those of rows compare field by field. */
  private TypedExpression between(Predicate.Between node) {
    Comparison comparison =
        node.operand() instanceof Call.Row
                && node.bounds().low() instanceof Call.Row
                && node.bounds().high() instanceof Call.Row
            ? ofRows(node)
            : ofValues(node);
    Expression within = range(comparison, true, node);
    if (node.bounds().symmetric()) {
      Expression first = within;
      Expression second = range(comparison, false, node);
      within = builder.logic(node.negated(), List.of(() -> first, () -> second));
    }
    return bool(within, node.position());
  }

  /** Comparison of the operand of a BETWEEN with its first or its second bound. */
  private interface Comparison {
    Expression of(String operator, boolean isFirst);
  }

  private Comparison ofValues(Predicate.Between node) {
    TypedExpression value = analysis.analyze(node.operand());
    TypedExpression low = analysis.analyze(node.bounds().low());
    // As in PostgreSQL, errors of the first comparison precede those of the second bound.
    Supplier<TypedExpression> high = once(() -> analysis.analyze(node.bounds().high()));
    return (operator, isFirst) ->
        operators.binary(operator, value, isFirst ? low : high.get(), node.position()).expression();
  }

  private static Supplier<TypedExpression> once(Supplier<TypedExpression> analyzed) {
    List<TypedExpression> known = new ArrayList<>(1);
    return () -> {
      if (known.isEmpty()) {
        known.add(analyzed.get());
      }
      return known.getFirst();
    };
  }

  private Comparison ofRows(Predicate.Between node) {
    return (operator, isFirst) ->
        binary(
                new Operation.Binary(
                    OperatorName.of(operator),
                    node.operand(),
                    isFirst ? node.bounds().low() : node.bounds().high(),
                    node.position()))
            .expression();
  }

  private Expression range(Comparison comparison, boolean isInOrder, Predicate.Between node) {
    boolean isNot = node.negated();
    Supplier<Expression> above =
        builder.deferred(() -> comparison.of(isNot ? "<" : ">=", isInOrder));
    Supplier<Expression> below =
        builder.deferred(() -> comparison.of(isNot ? ">" : "<=", !isInOrder));
    return builder.logic(!isNot, List.of(above, below));
  }

  private TypedExpression overlaps(Predicate.Overlaps node) {
    requireTwo(node.left(), "left", node.position());
    requireTwo(node.right(), "right", node.position());
    List<dev.colonnade.sql.syntax.query.Expression> operands =
        new ArrayList<>(node.left().fields());
    operands.addAll(node.right().fields());
    List<Call.Argument> arguments = new ArrayList<>();
    for (dev.colonnade.sql.syntax.query.Expression operand : operands) {
      dev.colonnade.sql.syntax.query.Expression value = ofTimestamp(operand);
      arguments.add(new Call.Argument(null, value, operand.position()));
    }
    return analysis.analyze(builtIn("overlaps", arguments, node.position()));
  }

  /** Dates are compared as timestamps. */
  private dev.colonnade.sql.syntax.query.Expression ofTimestamp(
      dev.colonnade.sql.syntax.query.Expression operand) {
    boolean isDate = analysis.analyze(operand).type().type().name().equals("date");
    int position = operand.position();
    return isDate
        ? new Operation.Cast(
            operand,
            new TypeName(
                new QualifiedName(List.of("pg_catalog", "timestamp"), position),
                List.of(),
                null,
                TypeName.Array.NONE,
                position),
            position)
        : operand;
  }

  private static void requireTwo(Call.Row row, String side, int position) {
    if (row.fields().size() != OVERLAPS_COUNT) {
      throw Positions.error(
          ErrorCode.SYNTAX_ERROR,
          "wrong number of parameters on %s side of OVERLAPS expression".formatted(side),
          position);
    }
  }

  /** Returns an operator, which compares rows field by field. */
  public TypedExpression binary(Operation.Binary node) {
    OperatorName name = node.operator();
    if (node.left() instanceof Call.Row left && node.right() instanceof Call.Row right) {
      return bool(
          rows.compare(name, analysis.fields(left), analysis.fields(right), node.position()),
          node.position());
    }
    return operators.binary(
        name, analysis.analyze(node.left()), analysis.analyze(node.right()), node.position());
  }

  /** Returns the negation of a predicate. */
  Expression not(Expression value) {
    return builder.test(Test.NOT, value);
  }
}
