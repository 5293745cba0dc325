package dev.colonnade.sql.deparse.node;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.ScalarFunction.Volatility;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.registry.function.FunctionKind;
import dev.colonnade.sql.registry.resolve.CallArguments;
import dev.colonnade.sql.registry.resolve.CommonTypes;
import dev.colonnade.sql.registry.resolve.FunctionResolution;
import dev.colonnade.sql.registry.resolve.FunctionResolver;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Nodes of calls and of constructs of their form. */
final class CallNodes {
  private static final String SYSTEM_SCHEMA = "pg_catalog";

  private final NodeBuilder nodes;
  private final FunctionResolver functions;

  CallNodes(NodeBuilder nodes) {
    this.nodes = requireNonNull(nodes, "nodes is null");
    this.functions = new FunctionResolver(nodes.coercer().registry());
  }

  Node build(Call node) {
    return switch (node) {
      case Call.Function function -> function(function);
      case Call.Special special -> special(special);
      case Call.CurrentValue value -> current(value);
      case Call.Case choice -> choice(choice);
      case Call.Row row when row.fields().stream().anyMatch(Reference.Star.class::isInstance) ->
          throw new UnprintableException(row);
      case Call.Row row ->
          new Node.Row(
              nodes.buildAll(row.fields()).stream().map(nodes::decided).toList(),
              nodes.coercer().named("record"));
      case Call.Array array -> array(array);
      case Call.Treat _, Call.Xml _ -> throw new UnprintableException(node);
    };
  }

  private Node function(Call.Function node) {
    Call.Arguments written = node.arguments();
    List<Node> values = new ArrayList<>();
    List<@Nullable String> names = new ArrayList<>();
    for (Call.Argument argument : written.list()) {
      values.add(nodes.build(argument.value()));
      names.add(argument.name());
    }
    List<String> parts = node.name().parts();
    String schema = parts.size() == 1 ? "" : parts.get(parts.size() - 2);
    FunctionResolution found = resolve(schema, parts.getLast(), values, names, written.variadic());
    if (!(found instanceof FunctionResolution.Call call)) {
      return nodes.coercer().cast(values.getFirst(), TypeReference.of(found.result()));
    }
    List<Node> arguments = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      arguments.add(nodes.coercer().argument(values.get(i), call.arguments().get(i)));
    }
    String name =
        (schema.isEmpty() || schema.equals(SYSTEM_SCHEMA) ? "" : Identifiers.quote(schema) + ".")
            + Identifiers.quote(parts.getLast());
    TypeReference type = TypeReference.of(call.result());
    boolean isScalar =
        call.entry().kind() == FunctionKind.FUNCTION && node.clauses().equals(Call.Clauses.NONE);
    if (isScalar) {
      Volatility volatility = call.entry().behavior().volatility();
      return new Node.Function(name, arguments, names, written.variadic(), type, volatility);
    }
    return new Node.Collecting(name, arguments, clauses(node), type);
  }

  private FunctionResolution resolve(
      String schema,
      String name,
      List<Node> values,
      List<@Nullable String> names,
      boolean variadic) {
    List<Type> types = values.stream().map(value -> value.type().type()).toList();
    List<String> given = new ArrayList<>();
    names.forEach(
        argument -> {
          if (argument != null) {
            given.add(argument);
          }
        });
    return functions.resolve(schema, name, new CallArguments(types, given, variadic));
  }

  private Node.CollectingClauses clauses(Call.Function node) {
    if (!node.clauses().withinGroup().isEmpty()) {
      throw new UnprintableException(node);
    }
    Expression filter = node.clauses().filter();
    Call.Arguments arguments = node.arguments();
    Call.Over over = node.clauses().over();
    return new Node.CollectingClauses(
        arguments.star(),
        arguments.quantifier() == Call.Quantifier.DISTINCT,
        arguments.variadic(),
        WindowNodes.orders(arguments.orderBy(), nodes),
        filter == null ? null : nodes.predicate(filter),
        over == null ? null : over.name(),
        over == null || over.specification() == null
            ? null
            : WindowNodes.window(over.specification(), nodes));
  }

  /** Returns a call of a built-in function with implicit casts of its arguments. */
  private FunctionResolution.Call call(String name, List<Node> values) {
    List<Type> types = values.stream().map(value -> value.type().type()).toList();
    if (functions.resolve(SYSTEM_SCHEMA, name, CallArguments.of(types))
        instanceof FunctionResolution.Call call) {
      return call;
    }
    throw new IllegalStateException("function is a cast: name=" + name);
  }

  private Node keywords(String function, List<Node> values, List<String> texts) {
    return keywords(function, values, texts, false);
  }

  private Node keywords(
      String function, List<Node> values, List<String> texts, boolean isOperator) {
    FunctionResolution.Call call = call(function, values);
    List<Node> arguments = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      arguments.add(nodes.coercer().argument(values.get(i), call.arguments().get(i)));
    }
    return new Node.Keywords(
        texts,
        arguments,
        isOperator,
        TypeReference.of(call.result()),
        call.entry().behavior().volatility());
  }

  Node atTimeZone(Operation.AtTimeZone node) {
    List<Node> values = List.of(nodes.build(node.zone()), nodes.build(node.operand()));
    Node.Keywords zoned =
        (Node.Keywords) keywords("timezone", values, List.of("(", " AT TIME ZONE ", ")"), true);
    return new Node.Keywords(
        zoned.texts(), zoned.operands().reversed(), true, zoned.type(), zoned.volatility());
  }

  private Node special(Call.Special node) {
    return switch (node.function()) {
      case COALESCE, GREATEST, LEAST -> {
        String keyword = node.function().name();
        List<Node> values = nodes.coercer().common(keyword, nodes.buildAll(node.arguments()));
        yield new Node.Choice(keyword, values, values.getFirst().type());
      }
      case NULLIF -> {
        List<Node> values = nodes.buildAll(node.arguments());
        Node equal = nodes.infix(OperatorName.of("="), values.getFirst(), values.getLast());
        yield new Node.Choice("NULLIF", equal.operands(), equal.operands().getFirst().type());
      }
      case EXTRACT -> extract(node);
      case POSITION -> {
        List<Node> values = nodes.buildAll(node.arguments()).reversed();
        Node.Keywords found =
            (Node.Keywords) keywords("position", values, List.of("POSITION((", ") IN (", "))"));
        yield new Node.Keywords(
            found.texts(), found.operands().reversed(), false, found.type(), found.volatility());
      }
      case SUBSTRING_FROM_FOR ->
          keywords(
              "substring",
              nodes.buildAll(node.arguments()),
              List.of("SUBSTRING(", " FROM ", " FOR ", ")"));
      case SUBSTRING_FROM ->
          keywords(
              "substring", nodes.buildAll(node.arguments()), List.of("SUBSTRING(", " FROM ", ")"));
      case SUBSTRING_SIMILAR ->
          keywords(
              "substring",
              nodes.buildAll(node.arguments()),
              List.of("SUBSTRING(", " SIMILAR ", " ESCAPE ", ")"));
      case OVERLAY_PLACING -> overlay(node);
      case TRIM_BOTH -> trim("btrim", "TRIM(BOTH", node);
      case TRIM_LEADING -> trim("ltrim", "TRIM(LEADING", node);
      case TRIM_TRAILING -> trim("rtrim", "TRIM(TRAILING", node);
      case GROUPING, SUBSTRING_FOR, NORMALIZE, COLLATION_FOR ->
          throw new UnprintableException(node);
    };
  }

  private Node extract(Call.Special node) {
    if (!(node.arguments().getFirst() instanceof Constant.StringConstant field)) {
      throw new UnprintableException(node);
    }
    Node.Keywords call =
        (Node.Keywords) keywords("extract", nodes.buildAll(node.arguments()), List.of("", "", ""));
    return new Node.Keywords(
        List.of("EXTRACT(" + field.value() + " FROM ", ")"),
        call.operands().subList(1, 2),
        false,
        call.type(),
        call.volatility());
  }

  private Node overlay(Call.Special node) {
    List<Node> values = nodes.buildAll(node.arguments());
    List<String> texts =
        values.size() == 3
            ? List.of("OVERLAY(", " PLACING ", " FROM ", ")")
            : List.of("OVERLAY(", " PLACING ", " FROM ", " FOR ", ")");
    return keywords("overlay", values, texts);
  }

  private Node trim(String function, String keywords, Call.Special node) {
    List<Node> values = nodes.buildAll(node.arguments());
    if (values.size() == 1) {
      return keywords(function, values, List.of(keywords + " FROM ", ")"));
    }
    Node.Keywords call =
        (Node.Keywords) keywords(function, values, List.of(keywords + " ", " FROM ", ")"));
    return new Node.Keywords(
        call.texts(), call.operands().reversed(), false, call.type(), call.volatility());
  }

  private Node current(Call.CurrentValue node) {
    String type =
        switch (node.kind()) {
          case CURRENT_DATE -> "date";
          case CURRENT_TIME -> "timetz";
          case CURRENT_TIMESTAMP -> "timestamptz";
          case LOCALTIME -> "time";
          case LOCALTIMESTAMP -> "timestamp";
          case CURRENT_ROLE, CURRENT_USER, SESSION_USER, USER, CURRENT_CATALOG, CURRENT_SCHEMA ->
              "name";
        };
    String precision = node.precision() == null ? "" : "(" + node.precision() + ")";
    return new Node.SessionValue(node.kind().name() + precision, nodes.coercer().named(type));
  }

  private Node choice(Call.Case node) {
    Node operand = node.operand() == null ? null : nodes.decided(nodes.build(node.operand()));
    List<Node> results = new ArrayList<>();
    results.add(
        node.otherwise() == null
            ? new Node.Constant(null, nodes.coercer().named("unknown"))
            : nodes.build(node.otherwise()));
    node.whens().forEach(when -> results.add(nodes.build(when.result())));
    List<Node> converted = nodes.coercer().common("CASE", results);
    List<Node.Branch> branches = new ArrayList<>();
    for (int i = 0; i < node.whens().size(); i++) {
      Expression condition = node.whens().get(i).condition();
      Node test =
          operand == null
              ? nodes.predicate(condition)
              : nodes
                  .infix(OperatorName.of("="), operand, nodes.build(condition))
                  .operands()
                  .getLast();
      branches.add(new Node.Branch(test, converted.get(i + 1)));
    }
    return new Node.Case(operand, branches, converted.getFirst(), converted.getFirst().type());
  }

  private Node array(Call.Array node) {
    if (node.elements().isEmpty()) {
      throw new UnprintableException(node);
    }
    List<Node> elements = nodes.coercer().common("ARRAY", nodes.buildAll(node.elements()));
    Type element = elements.getFirst().type().type();
    Type array =
        CommonTypes.isNested(element)
            ? element
            : nodes.coercer().registry().types().arrayOf(element);
    if (array == null) {
      throw new UnprintableException(node);
    }
    return new Node.ArrayValue(elements, TypeReference.of(array));
  }
}
