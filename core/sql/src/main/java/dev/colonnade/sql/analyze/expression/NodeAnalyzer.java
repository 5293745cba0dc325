package dev.colonnade.sql.analyze.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.branch.Branches;
import dev.colonnade.sql.analyze.expression.call.FunctionCalls;
import dev.colonnade.sql.analyze.expression.call.SpecialCalls;
import dev.colonnade.sql.analyze.expression.composite.Arrays;
import dev.colonnade.sql.analyze.expression.composite.Composites;
import dev.colonnade.sql.analyze.expression.invoke.Invocations;
import dev.colonnade.sql.analyze.expression.operator.Operators;
import dev.colonnade.sql.analyze.expression.operator.RowComparisons;
import dev.colonnade.sql.analyze.expression.predicate.Predicates;
import dev.colonnade.sql.analyze.expression.subquery.Subqueries;
import dev.colonnade.sql.analyze.expression.value.Constants;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.expression.logic.DomainCheck;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.SubqueryExpression;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.DomainType;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** Analysis of the nodes of expressions by their kinds. */
final class NodeAnalyzer implements ExpressionAnalysis {
  private static final List<String> COLLATIONS = List.of("C", "POSIX", "default", "ucs_basic");

  private final ExpressionState state;
  private final Conversions conversions;
  private final Constants constants;
  private final Operators operators;
  private final Predicates predicates;
  private final Composites composites;
  private final Arrays arrays;
  private final Branches branches;
  private final FunctionCalls functions;
  private final SpecialCalls specials;
  private final Subqueries subqueries;

  NodeAnalyzer(ExpressionContext context) {
    this.state = new ExpressionState(requireNonNull(context, "context is null"), this::constraints);
    this.conversions = new Conversions(state);
    this.constants = new Constants(state, conversions);
    Invocations invocations = new Invocations(state, conversions);
    this.operators = new Operators(state, conversions, invocations);
    RowComparisons rows = new RowComparisons(operators);
    this.predicates = new Predicates(this, operators, rows);
    this.composites = new Composites(this);
    this.arrays = new Arrays(this, invocations);
    this.branches = new Branches(this, operators);
    this.functions = new FunctionCalls(this, composites, invocations);
    this.specials = new SpecialCalls(this, branches);
    this.subqueries = new Subqueries(this, operators, rows, invocations.comparisons());
  }

  /** Returns the CHECK constraints that a domain declares, by their names. */
  private List<DomainCheck.Check> constraints(DomainType domain, VectorType value) {
    StatementAnalysis unrecorded = state.statement().in(state.statement().names());
    NodeAnalyzer nodes = new NodeAnalyzer(DomainValue.context(unrecorded, domain, value));
    return domain.checks().stream()
        .sorted(Comparator.comparing(DomainType.Check::name))
        .map(check -> new DomainCheck.Check(check.name(), nodes.constraint(check.text())))
        .toList();
  }

  private dev.colonnade.sql.expression.Expression constraint(String text) {
    TypedExpression predicate = analyze(SqlParser.parseExpression(text));
    return conversions.operand("argument of CHECK", predicate, "bool");
  }

  @Override
  public List<TypedExpression> fields(Call.Row row) {
    return composites.fields(row);
  }

  @Override
  public ExpressionState state() {
    return state;
  }

  @Override
  public Conversions conversions() {
    return conversions;
  }

  Composites composites() {
    return composites;
  }

  FunctionCalls functions() {
    return functions;
  }

  Constants constants() {
    return constants;
  }

  @Override
  public TypedExpression analyze(Expression node) {
    TypedExpression value = conversions.nestings().typed(analyzeNode(node));
    int start = StartPositions.of(node);
    return start < value.position() ? value.at(start) : value;
  }

  private TypedExpression analyzeNode(Expression node) {
    return switch (node) {
      case Constant constant -> constants.constant(constant);
      case Reference reference -> reference(reference);
      case Operation operation -> operation(operation);
      case Predicate predicate -> predicates.analyze(predicate);
      case Call call -> call(call);
      case SubqueryExpression subquery -> subqueries.analyze(subquery);
    };
  }

  private TypedExpression reference(Reference node) {
    return switch (node) {
      case Reference.Column column -> column(column);
      case Reference.Star star -> wholeRow(star);
      case Reference.AllFields all -> throw misplacedStar(all.position());
      case Reference.Parameter parameter -> constants.parameter(parameter);
      case Reference.DefaultValue value ->
          throw Positions.error(
              ErrorCode.SYNTAX_ERROR, "DEFAULT is not allowed in this context", value.position());
      case Reference.CurrentOf current ->
          throw Positions.unsupported("WHERE CURRENT OF", current.position());
      case Reference.Field field -> composites.field(field);
      case Reference.Subscript subscript -> arrays.part(subscript);
      case Reference.Slice slice -> arrays.part(slice);
    };
  }

  private TypedExpression column(Reference.Column node) {
    TypedExpression column = state.context().names().resolve(node);
    state.addRead(column.expression());
    return column;
  }

  private TypedExpression wholeRow(Reference.Star node) {
    TypedExpression row = state.context().names().wholeRow(node);
    state.addRead(row.expression());
    return row;
  }

  private static RuntimeException misplacedStar(int position) {
    return Positions.error(
        ErrorCode.UNSUPPORTED, "row expansion via \"*\" is not supported here", position);
  }

  private TypedExpression operation(Operation node) {
    return switch (node) {
      case Operation.Binary binary -> binary(binary);
      case Operation.Unary unary ->
          operators.prefix(unary.operator(), analyze(unary.operand()), unary.position());
      case Operation.And and -> predicates.logic().and(and);
      case Operation.Or or -> predicates.logic().or(or);
      case Operation.Not not -> predicates.logic().not(not);
      case Operation.Cast cast -> cast(cast);
      case Operation.Collate collate -> collate(collate);
      case Operation.AtTimeZone zone -> specials.atTimeZone(zone);
    };
  }

  /** Operators with operators on their left, which may be thousands, are analyzed in a loop. */
  private TypedExpression binary(Operation.Binary node) {
    Deque<Operation.Binary> chain = new ArrayDeque<>();
    Operation.Binary first = node;
    while (first.left() instanceof Operation.Binary left) {
      chain.push(first);
      first = left;
    }
    TypedExpression value =
        first.left() instanceof Call.Row row
                && first.right() instanceof SubqueryExpression.Scalar scalar
            ? subqueries.compare(row, first.operator(), scalar, first.position())
            : predicates.binary(first);
    for (Operation.Binary next : chain) {
      value = operators.binary(next.operator(), value, analyze(next.right()), next.position());
    }
    return value;
  }

  private TypedExpression cast(Operation.Cast node) {
    TypeReference target = constants.types().resolve(node.type());
    if (node.operand() instanceof Call.Array array) {
      TypedExpression value = arrays.cast(array, target);
      if (value != null) {
        return value.at(node.position());
      }
    }
    TypedExpression value = analyze(node.operand());
    return conversions.cast(value, target, node.position()).at(node.position());
  }

  private TypedExpression collate(Operation.Collate node) {
    TypedExpression value = conversions.decided(analyze(node.operand()));
    if (value.type().type().storage().collation() == 0) {
      throw Positions.error(
          ErrorCode.TYPE_MISMATCH,
          "collations are not supported by type " + value.type().type(),
          node.position());
    }
    if (!COLLATIONS.contains(node.collation().last())) {
      throw Positions.error(
          ErrorCode.UNKNOWN_OBJECT,
          "collation \"%s\" for encoding \"UTF8\" does not exist"
              .formatted(node.collation().dotted()),
          node.position());
    }
    return value.at(node.position());
  }

  private TypedExpression call(Call node) {
    return switch (node) {
      case Call.Function function -> functions.analyze(function);
      case Call.Special special -> specials.analyze(special);
      case Call.Treat treat -> throw Positions.unsupported("TREAT", treat.position());
      case Call.CurrentValue value -> specials.currentValue(value);
      case Call.Xml xml -> throw Positions.unsupported("function " + xml.name(), xml.position());
      case Call.Case cases -> branches.caseOf(cases);
      case Call.Row row -> composites.row(row);
      case Call.Array array -> arrays.array(array);
    };
  }
}
