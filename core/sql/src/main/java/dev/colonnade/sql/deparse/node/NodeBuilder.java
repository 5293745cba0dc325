package dev.colonnade.sql.deparse.node;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.analyze.expression.value.RowFields;
import dev.colonnade.sql.analyze.type.TypeNames;
import dev.colonnade.sql.function.ScalarFunction.Volatility;
import dev.colonnade.sql.function.scalar.BitStrings;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.registry.resolve.OperatorResolver;
import dev.colonnade.sql.registry.resolve.ResolvedOperator;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.registry.type.Types;
import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.SubqueryExpression;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builder of nodes: it resolves types, operators and functions as the analyzer does. One thread.
 *
 * <p>Throws {@link UnprintableException} for constructs that it does not know.
 */
public final class NodeBuilder {
  /** Names in an expression. */
  public interface Names {
    /** Returns the column of a name. */
    Node column(Reference.Column reference);

    /** Returns the whole row of {@code t.*}. */
    default Node row(Reference.Star star) {
      throw new UnprintableException(star);
    }

    /** Returns a subquery. */
    QueryNode subquery(Query query);
  }

  private final StatementAnalysis statement;
  private final Names names;
  private final Coercer coercer;
  private final OperatorResolver operators;
  private final TypeNames types;
  private final PredicateNodes predicates;
  private final CallNodes calls;

  /** Creates a builder for a statement. */
  public NodeBuilder(StatementAnalysis statement, Names names) {
    this.names = requireNonNull(names, "names is null");
    this.statement = statement;
    this.coercer = new Coercer(statement);
    this.operators = new OperatorResolver(statement.registry());
    this.types = new TypeNames(statement);
    this.predicates = new PredicateNodes(this);
    this.calls = new CallNodes(this);
  }

  Coercer coercer() {
    return coercer;
  }

  OperatorResolver operators() {
    return operators;
  }

  TypeReference bool() {
    return coercer.named("bool");
  }

  /** Returns an expression with types. */
  public Node build(Expression node) {
    return switch (node) {
      case Constant constant -> constant(constant);
      case Reference reference -> reference(reference);
      case Operation operation -> operation(operation);
      case Predicate predicate -> predicates.build(predicate);
      case Call call -> calls.build(call);
      case SubqueryExpression subquery -> subquery(subquery);
    };
  }

  List<Node> buildAll(List<? extends Expression> nodes) {
    List<Node> built = new ArrayList<>();
    nodes.forEach(node -> built.add(build(node)));
    return built;
  }

  /** Returns a predicate. */
  Node predicate(Expression node) {
    return coercer.implicit(build(node), bool().type());
  }

  private Node constant(Constant constant) {
    return switch (constant) {
      case Constant.NullConstant _ -> new Node.Constant(null, coercer.named("unknown"));
      case Constant.BooleanConstant bool ->
          new Node.Constant(bool.value() ? "true" : "false", bool());
      case Constant.IntegerConstant integer ->
          new Node.Constant(Integer.toString(integer.value()), coercer.named("int4"));
      case Constant.NumericConstant number -> number(number.text());
      case Constant.StringConstant string ->
          new Node.Constant(string.value(), coercer.named("unknown"));
      case Constant.TypedConstant typed ->
          coercer.cast(
              new Node.Constant(typed.value(), coercer.named("unknown")),
              types.resolve(typed.type()));
      case Constant.BitConstant(boolean isHexadecimal, String digits, int _) ->
          new Node.Constant(
              BitStrings.textToBits((isHexadecimal ? "x" : "b") + digits), coercer.named("bit"));
    };
  }

  private Node number(String text) {
    if (text.matches("-?\\d+")) {
      BigInteger value = new BigInteger(text);
      return new Node.Constant(
          value.toString(), coercer.named(value.bitLength() < Long.SIZE ? "int8" : "numeric"));
    }
    BigDecimal value = new BigDecimal(text);
    return new Node.Constant(
        (value.scale() < 0 ? value.setScale(0) : value).toPlainString(), coercer.named("numeric"));
  }

  private Node reference(Reference reference) {
    return switch (reference) {
      case Reference.Column column -> names.column(column);
      case Reference.Subscript _, Reference.Slice _ -> subscripts(reference);
      case Reference.Star star -> names.row(star);
      case Reference.AllFields _,
          Reference.Parameter _,
          Reference.DefaultValue _,
          Reference.CurrentOf _ ->
          throw new UnprintableException(reference);
      case Reference.Field field -> field(field);
    };
  }

  private Node field(Reference.Field reference) {
    Node row = build(reference.base());
    for (RowField field : RowFields.fields(row.type().type(), statement)) {
      if (field.name().equals(reference.name())) {
        return new Node.Field(row, Identifiers.quote(field.name()), field.type());
      }
    }
    throw new UnprintableException(reference);
  }

  private Node subscripts(Reference node) {
    List<Expression> indexes = new ArrayList<>();
    StringBuilder form = new StringBuilder();
    Expression root = addSubscripts(node, indexes, form);
    Node base = build(root);
    Type type = Types.baseOf(base.type().type());
    List<Node> operands = new ArrayList<>(List.of(base));
    if (type.name().equals("jsonb")) {
      indexes.forEach(index -> operands.add(key(index)));
      return new Node.Subscript(operands, form.toString(), TypeReference.of(type));
    }
    indexes.forEach(index -> operands.add(index(index)));
    Type element = type.isArray() ? coercer.registry().types().elementOf(type) : null;
    if (element == null) {
      throw new UnprintableException(node);
    }
    boolean isSlice = form.chars().anyMatch(letter -> letter != 'i');
    return new Node.Subscript(
        operands, form.toString(), isSlice ? base.type() : TypeReference.of(element));
  }

  /** Adds the subscripts of an array from the first one on; returns the array. */
  private Expression addSubscripts(Reference node, List<Expression> operands, StringBuilder form) {
    if (node instanceof Reference.Subscript subscript) {
      Expression root =
          subscript.isFurther()
              ? addSubscripts((Reference) subscript.base(), operands, form)
              : subscript.base();
      operands.add(subscript.index());
      form.append('i');
      return root;
    }
    Reference.Slice slice = (Reference.Slice) node;
    Expression root =
        slice.isFurther() ? addSubscripts((Reference) slice.base(), operands, form) : slice.base();
    Expression lower = slice.lower();
    Expression upper = slice.upper();
    if (lower != null) {
      operands.add(lower);
    }
    if (upper != null) {
      operands.add(upper);
    }
    form.append(lower == null ? upper == null ? 'n' : 'u' : upper == null ? 'l' : 'b');
    return root;
  }

  /** Returns a subscript of JSON: an integer or a text. */
  private Node key(Expression node) {
    Node built = build(node);
    boolean isInteger = List.of("int2", "int4").contains(built.type().type().name());
    return coercer.implicit(built, coercer.named(isInteger ? "int4" : "text").type());
  }

  private Node index(Expression node) {
    return coercer.implicit(build(node), coercer.named("int4").type());
  }

  private Node operation(Operation operation) {
    return switch (operation) {
      case Operation.Binary binary -> binary(binary);
      case Operation.Unary unary -> prefix(unary.operator(), build(unary.operand()));
      case Operation.And and -> logic(Node.BooleanKind.AND, and.operands());
      case Operation.Or or -> logic(Node.BooleanKind.OR, or.operands());
      case Operation.Not not -> logic(Node.BooleanKind.NOT, List.of(not.operand()));
      case Operation.Cast cast -> cast(cast.operand(), types.resolve(cast.type()));
      case Operation.Collate collate -> {
        Node operand = build(collate.operand());
        Node decided = decided(operand);
        yield new Node.Collate(
            decided, Identifiers.quote(collate.collation().last()), decided.type());
      }
      case Operation.AtTimeZone zone -> calls.atTimeZone(zone);
    };
  }

  /** Returns an explicit cast; that of ARRAY is one of its elements. */
  private Node cast(Expression operand, TypeReference target) {
    Type element =
        target.type().isArray() ? coercer.registry().types().elementOf(target.type()) : null;
    if (element == null
        || !(operand instanceof Call.Array array)
        || target.type().sqlName().endsWith("vector")) {
      return coercer.cast(build(operand), target);
    }
    TypeReference type = new TypeReference(element, target.modifier());
    List<Node> elements = new ArrayList<>();
    for (Expression item : array.elements()) {
      elements.add(item instanceof Call.Array ? cast(item, target) : cast(item, type));
    }
    return elements.isEmpty()
        ? coercer.cast(build(operand), target)
        : new Node.ArrayValue(elements, TypeReference.of(target.type()));
  }

  /** Returns a value without a type as text. */
  Node decided(Node value) {
    return value.type().type().isUnknown()
        ? coercer.implicit(value, coercer.named("text").type())
        : value;
  }

  /** Operators of the same kind on the left are one with that around them. */
  private Node logic(Node.BooleanKind kind, List<Expression> operands) {
    List<Node> values = new ArrayList<>(operands.stream().map(this::predicate).toList());
    boolean isNested = isKind(operands.getFirst(), kind) && values.getFirst() instanceof Node.Logic;
    if (isNested) {
      values.addAll(0, values.removeFirst().operands());
    }
    return new Node.Logic(kind, values, bool());
  }

  private static boolean isKind(Expression node, Node.BooleanKind kind) {
    return switch (kind) {
      case AND -> node instanceof Operation.And;
      case OR -> node instanceof Operation.Or;
      case NOT -> false;
    };
  }

  Node logic(Node.BooleanKind kind, Node... operands) {
    return new Node.Logic(kind, List.of(operands), bool());
  }

  /** Operators on the left, which may be thousands, are built in a loop. */
  private Node binary(Operation.Binary last) {
    List<Operation.Binary> chain = new ArrayList<>();
    Expression first = last;
    while (first instanceof Operation.Binary binary) {
      chain.addFirst(binary);
      first = binary.left();
    }
    Node value = build(first);
    for (Operation.Binary next : chain) {
      value = predicates.compare(next.operator(), value, build(next.right()));
    }
    return value;
  }

  /** Returns an operator between two values that are no rows. */
  Node infix(OperatorName name, Node left, Node right) {
    requireSystem(name);
    ResolvedOperator found =
        operators.infix(name.symbol(), left.type().type(), right.type().type());
    return new Node.Operator(
        name.symbol(),
        List.of(
            coercer.argument(left, found.operands().getFirst()),
            coercer.argument(right, found.operands().getLast())),
        TypeReference.of(found.result()),
        volatility(name, found, left.type().type(), right.type().type()));
  }

  /**
   * Returns the volatility of an operator. The functions that concatenate a text and a value of
   * another type are inlined by PostgreSQL, so that only the text of the value decides.
   */
  private static Volatility volatility(
      OperatorName name, ResolvedOperator found, Type left, Type right) {
    boolean isInlined =
        name.symbol().equals("||") && !Coercer.hasStableText(left) && !Coercer.hasStableText(right);
    return isInlined ? Volatility.IMMUTABLE : found.entry().behavior().volatility();
  }

  private static void requireSystem(OperatorName name) {
    if (!name.schema().isEmpty() && !name.schema().equals(List.of("pg_catalog"))) {
      throw new UnprintableException(name);
    }
  }

  private Node prefix(OperatorName name, Node operand) {
    requireSystem(name);
    ResolvedOperator found = operators.prefix(name.symbol(), operand.type().type());
    return new Node.Operator(
        name.symbol(),
        List.of(coercer.argument(operand, found.operands().getFirst())),
        TypeReference.of(found.result()),
        found.entry().behavior().volatility());
  }

  private Node subquery(SubqueryExpression node) {
    return switch (node) {
      case SubqueryExpression.Scalar scalar -> {
        QueryNode query = names.subquery(scalar.query());
        yield new Node.Subquery("", List.of(), query, query.columns().getFirst().type());
      }
      case SubqueryExpression.Exists exists ->
          new Node.Subquery("EXISTS ", List.of(), names.subquery(exists.query()), bool());
      case SubqueryExpression.ArrayOf array -> {
        QueryNode query = names.subquery(array.query());
        Type element = query.columns().getFirst().type().type();
        Type type = coercer.registry().types().arrayOf(element);
        yield new Node.Subquery(
            "ARRAY", List.of(), query, TypeReference.of(type == null ? element : type));
      }
      case SubqueryExpression.QuantifiedArray quantified -> quantified(quantified);
      case SubqueryExpression.In in -> {
        Node found = comparison(OperatorName.of("="), " IN ", in.operand(), in.query());
        yield in.negated() ? logic(Node.BooleanKind.NOT, found) : found;
      }
      case SubqueryExpression.Quantified quantified -> {
        String symbol = quantified.comparison().operator().symbol();
        String quantifier = quantified.comparison().quantifier().name();
        yield comparison(
            quantified.comparison().operator(),
            symbol.equals("=") && quantifier.equals("ANY")
                ? " IN "
                : " %s %s ".formatted(symbol, quantifier),
            quantified.comparison().left(),
            quantified.query());
      }
    };
  }

  private Node comparison(OperatorName operator, String before, Expression left, Query query) {
    QueryNode rows = names.subquery(query);
    Node value = build(left);
    List<Node> values = value instanceof Node.Row row ? row.operands() : List.of(value);
    List<Node> compared = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Node column = new Node.Column("", rows.columns().get(i).type());
      compared.add(infix(operator, values.get(i), column).operands().getFirst());
    }
    return new Node.Subquery(before, compared, rows, bool());
  }

  private Node quantified(SubqueryExpression.QuantifiedArray node) {
    OperatorName name = node.comparison().operator();
    requireSystem(name);
    Node left = build(node.comparison().left());
    return arrayComparison(
        name.symbol(), node.comparison().quantifier().name(), left, build(node.array()));
  }

  /** Returns an operator between a value and the elements of an array. */
  Node arrayComparison(String symbol, String quantifier, Node left, Node array) {
    ResolvedOperator found = operators.quantified(symbol, left.type().type(), array.type().type());
    return new Node.ArrayComparison(
        symbol,
        quantifier,
        List.of(
            coercer.argument(left, found.operands().getFirst()),
            coercer.argument(array, found.operands().getLast())),
        bool(),
        found.entry().behavior().volatility());
  }

  /** Returns a function of PostgreSQL that has no counterpart in the registry. */
  static Node function(String name, TypeReference type, Node... operands) {
    List<@Nullable String> noNames = new ArrayList<>();
    for (int i = 0; i < operands.length; i++) {
      noNames.add(null);
    }
    return new Node.Function(name, List.of(operands), noNames, false, type, Volatility.IMMUTABLE);
  }
}
