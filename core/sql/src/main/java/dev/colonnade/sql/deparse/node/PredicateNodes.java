package dev.colonnade.sql.deparse.node;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.registry.resolve.CommonTypes;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.query.Predicate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Nodes of predicates, which PostgreSQL stores as operators. */
final class PredicateNodes {
  private static final OperatorName EQUAL = OperatorName.of("=");
  private static final OperatorName UNEQUAL = OperatorName.of("<>");

  private final NodeBuilder nodes;

  PredicateNodes(NodeBuilder nodes) {
    this.nodes = requireNonNull(nodes, "nodes is null");
  }

  Node build(Predicate node) {
    return switch (node) {
      case Predicate.IsNull test ->
          new Node.Test(
              nodes.build(test.operand()),
              test.negated() ? "IS NOT NULL" : "IS NULL",
              false,
              nodes.bool());
      case Predicate.IsTruth test ->
          new Node.Test(
              nodes.predicate(test.operand()),
              (test.negated() ? "IS NOT " : "IS ") + test.value().name(),
              true,
              nodes.bool());
      case Predicate.IsDistinct distinct -> distinct(distinct);
      case Predicate.Between between -> between(between);
      case Predicate.InList in -> in(in);
      case Predicate.Like like -> like(like);
      case Predicate.IsNormalized _, Predicate.IsDocument _, Predicate.Overlaps _ ->
          throw new UnprintableException(node);
    };
  }

  /** Returns a comparison, which may be of rows. */
  Node compare(OperatorName operator, Node left, Node right) {
    if (left instanceof Node.Row leftRow && right instanceof Node.Row rightRow) {
      return rows(operator, leftRow.operands(), rightRow.operands());
    }
    return nodes.infix(operator, left, right);
  }

  private Node rows(OperatorName operator, List<Node> left, List<Node> right) {
    if (left.size() != right.size() || left.isEmpty()) {
      throw new UnprintableException(operator);
    }
    List<Node> pairs = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      pairs.add(nodes.infix(operator, left.get(i), right.get(i)));
    }
    if (pairs.size() == 1) {
      return pairs.getFirst();
    }
    return switch (operator.symbol()) {
      case "=" -> new Node.Logic(Node.BooleanKind.AND, pairs, nodes.bool());
      case "<>" -> new Node.Logic(Node.BooleanKind.OR, pairs, nodes.bool());
      default -> {
        List<Node> lefts = pairs.stream().map(pair -> pair.operands().getFirst()).toList();
        List<Node> rights = pairs.stream().map(pair -> pair.operands().getLast()).toList();
        TypeReference record = nodes.coercer().named("record");
        yield new Node.Comparison(
            operator.symbol(),
            List.of(new Node.Row(lefts, record), new Node.Row(rights, record)),
            nodes.bool());
      }
    };
  }

  private Node distinct(Predicate.IsDistinct node) {
    Node left = nodes.build(node.left());
    Node right = nodes.build(node.right());
    if (isNull(left) || isNull(right)) {
      return new Node.Test(
          isNull(right) ? left : right,
          node.negated() ? "IS NULL" : "IS NOT NULL",
          false,
          nodes.bool());
    }
    if (left instanceof Node.Row || right instanceof Node.Row) {
      throw new UnprintableException(node);
    }
    Node equal = nodes.infix(EQUAL, left, right);
    Node distinct = new Node.Comparison("IS DISTINCT FROM", equal.operands(), nodes.bool());
    return node.negated() ? nodes.logic(Node.BooleanKind.NOT, distinct) : distinct;
  }

  private static boolean isNull(Node node) {
    return node instanceof Node.Constant constant
        && constant.value() == null
        && constant.isUnknown();
  }

  private Node between(Predicate.Between node) {
    Node value = nodes.build(node.operand());
    Node low = nodes.build(node.bounds().low());
    Node high = nodes.build(node.bounds().high());
    Node straight = between(node.negated(), value, low, high);
    if (!node.bounds().symmetric()) {
      return straight;
    }
    return nodes.logic(
        node.negated() ? Node.BooleanKind.AND : Node.BooleanKind.OR,
        straight,
        between(node.negated(), value, high, low));
  }

  private Node between(boolean negated, Node value, Node low, Node high) {
    return nodes.logic(
        negated ? Node.BooleanKind.OR : Node.BooleanKind.AND,
        compare(OperatorName.of(negated ? "<" : ">="), value, low),
        compare(OperatorName.of(negated ? ">" : "<="), value, high));
  }

  private Node in(Predicate.InList node) {
    Node value = nodes.build(node.operand());
    List<Node> constants = new ArrayList<>();
    List<Node> others = new ArrayList<>();
    for (Node element : nodes.buildAll(node.list())) {
      (element.hasColumn() ? others : constants).add(element);
    }
    List<Node> comparisons = new ArrayList<>();
    Node array = constants.size() > 1 ? array(value, constants) : null;
    if (array == null) {
      others = nodes.buildAll(node.list());
    } else {
      comparisons.add(
          nodes.arrayComparison(
              node.negated() ? "<>" : "=", node.negated() ? "ALL" : "ANY", value, array));
    }
    others.forEach(
        other -> comparisons.add(compare(node.negated() ? UNEQUAL : EQUAL, value, other)));
    return comparisons.size() == 1
        ? comparisons.getFirst()
        : new Node.Logic(
            node.negated() ? Node.BooleanKind.AND : Node.BooleanKind.OR, comparisons, nodes.bool());
  }

  /** Returns the elements as an array of the type that they and the value have in common. */
  private @Nullable Node array(Node value, List<Node> elements) {
    List<Type> types = new ArrayList<>();
    types.add(value.type().type());
    elements.forEach(element -> types.add(element.type().type()));
    Type common = new CommonTypes(nodes.coercer().registry()).find(types);
    Type array = common == null ? null : nodes.coercer().registry().types().arrayOf(common);
    boolean isOfRows =
        value instanceof Node.Row || elements.stream().anyMatch(Node.Row.class::isInstance);
    if (common == null || array == null || isOfRows) {
      return null;
    }
    return new Node.ArrayValue(
        elements.stream().map(element -> nodes.coercer().implicit(element, common)).toList(),
        TypeReference.of(array));
  }

  private Node like(Predicate.Like node) {
    Predicate.Pattern pattern = node.pattern();
    String symbol =
        switch (pattern.kind()) {
          case LIKE -> "~~";
          case ILIKE -> "~~*";
          case SIMILAR -> "~";
        };
    Node value = nodes.build(node.operand());
    Node text = nodes.build(pattern.value());
    boolean isSimilar = pattern.kind() == Predicate.PatternKind.SIMILAR;
    if (isSimilar || pattern.escape() != null) {
      text = escaped(text, pattern, isSimilar ? "similar_to_escape" : "like_escape");
    }
    return nodes.infix(OperatorName.of((node.negated() ? "!" : "") + symbol), value, text);
  }

  private Node escaped(Node text, Predicate.Pattern pattern, String function) {
    TypeReference type = nodes.coercer().named("text");
    Node converted = nodes.coercer().implicit(text, type.type());
    return pattern.escape() == null
        ? NodeBuilder.function(function, type, converted)
        : NodeBuilder.function(
            function,
            type,
            converted,
            nodes.coercer().implicit(nodes.build(pattern.escape()), type.type()));
  }
}
