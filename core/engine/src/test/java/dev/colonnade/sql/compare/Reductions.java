package dev.colonnade.sql.compare;

import dev.colonnade.sql.compare.statement.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Smaller variants of a statement. Many are not valid; the caller finds out by running them. None
 * makes the result depend on an order that SQL leaves open.
 */
final class Reductions {
  private static final Pattern ALIAS = Pattern.compile("\\b(w?a\\d+)\\b(\\.)?");
  private static final int DESCENDANTS_MAX = 8;

  private Reductions() {}

  /** Returns the variants of a tree, large reductions first. */
  static List<Node> of(Node root) {
    Set<Node> variants = new LinkedHashSet<>();
    add(root, variant -> variant, variants);
    List<Node> repaired = new ArrayList<>();
    for (Node variant : variants) {
      Node valid = withoutDanglingReferences(variant);
      if (valid.sql().length() < root.sql().length() || valid.size() < root.size()) {
        repaired.add(valid);
      }
    }
    return repaired;
  }

  private static void add(Node node, UnaryOperator<Node> context, Set<Node> variants) {
    for (Node replacement : replacements(node)) {
      variants.add(context.apply(replacement));
    }
    List<Node> parts = node.parts();
    for (int i = 0; i < parts.size(); i++) {
      int index = i;
      add(
          parts.get(i),
          part -> {
            List<Node> changed = new ArrayList<>(parts);
            changed.set(index, part);
            return context.apply(node.withParts(changed));
          },
          variants);
    }
  }

  private static List<Node> replacements(Node node) {
    return switch (node) {
      case Node.Items items -> fewerItems(items);
      case Node.Order order -> lessOrder(order);
      case Node.Branch branch ->
          switch (branch.role()) {
            case EXPRESSION -> simplerExpressions(branch);
            case QUERY -> simplerQueries(branch);
            case SOURCE -> descendants(branch, Node.Role.SOURCE);
            case OTHER -> List.of();
          };
    };
  }

  private static List<Node> fewerItems(Node.Items items) {
    List<Node> fewer = new ArrayList<>();
    int count = items.items().size();
    if (count == 0 || count <= items.minimum()) {
      return fewer;
    }
    if (items.minimum() == 0) {
      fewer.add(items.with(List.of()));
    }
    if (count > 3) {
      fewer.add(items.with(items.items().subList(0, Math.max(items.minimum(), count / 2))));
      fewer.add(items.with(items.items().subList(count / 2, count)));
    }
    if (count > 1) {
      for (int i = 0; i < count; i++) {
        List<Node> others = new ArrayList<>(items.items());
        others.remove(i);
        fewer.add(items.with(others));
      }
    }
    return fewer;
  }

  private static List<Node> lessOrder(Node.Order order) {
    List<Node> less = new ArrayList<>();
    if (order.keys().isEmpty()) {
      return less;
    }
    Node.Items none = order.limit().with(List.of());
    less.add(new Node.Order(List.of(), true, none));
    if (!order.limit().items().isEmpty()) {
      less.add(new Node.Order(order.keys(), order.isTotal(), none));
    }
    List<Node.Key> plain =
        order.keys().stream().map(key -> new Node.Key(key.ordinal(), "")).toList();
    less.add(new Node.Order(plain, order.isTotal(), order.limit()));
    return less;
  }

  private static List<Node> simplerExpressions(Node.Branch branch) {
    List<Node> simpler = new ArrayList<>();
    for (Node each : descendants(branch, Node.Role.EXPRESSION)) {
      if (each instanceof Node.Branch other && other.type().equals(branch.type())) {
        simpler.add(other);
      }
    }
    if (isLiteral(branch)) {
      return simpler;
    }
    for (String literal : literals(branch.type())) {
      simpler.add(new Node.Branch(Node.Role.EXPRESSION, "", branch.type(), literal, List.of()));
    }
    simpler.add(nullOf(branch));
    return simpler;
  }

  private static boolean isLiteral(Node.Branch branch) {
    return branch.children().isEmpty()
        && !ALIAS.matcher(branch.template()).find()
        && !branch.feature().equals("merged column")
        && !branch.template().contains("(*)");
  }

  private static List<String> literals(String type) {
    return switch (type) {
      case "boolean" -> List.of("true", "false");
      case "int" -> List.of("1");
      case "text" -> List.of("'a'");
      case "bigint" -> List.of("1::bigint");
      case "numeric" -> List.of("1.5");
      default -> List.of();
    };
  }

  private static Node.Branch nullOf(Node.Branch branch) {
    return new Node.Branch(
        Node.Role.EXPRESSION, "null", branch.type(), "null::" + branch.type(), List.of());
  }

  private static List<Node> descendants(Node node, Node.Role role) {
    List<Node> found = new ArrayList<>();
    node.parts()
        .forEach(
            part ->
                part.visit(
                    each -> {
                      if (each instanceof Node.Branch branch
                          && branch.role() == role
                          && found.size() < DESCENDANTS_MAX) {
                        found.add(branch);
                      }
                    }));
    return found;
  }

  private static List<Node> simplerQueries(Node.Branch branch) {
    List<Node> simpler = new ArrayList<>(descendants(branch, Node.Role.QUERY));
    boolean needsCare = branch.children().stream().anyMatch(Node.Order.class::isInstance);
    boolean isSet = branch.template().startsWith("($) ");
    if (needsCare || isSet) {
      for (int column = 1; column <= columnsOf(branch); column++) {
        Node fewer = withoutColumn(branch, column);
        if (fewer != null) {
          simpler.add(fewer);
        }
      }
    }
    return simpler;
  }

  private static int columnsOf(Node node) {
    if (node instanceof Node.Items items && items.feature().equals(Node.OUTPUT)) {
      return items.items().size();
    }
    for (Node part : node.parts()) {
      int columns = columnsOf(part);
      if (columns > 0) {
        return columns;
      }
    }
    return 0;
  }

  /** Returns a query without an output column; null if it has no list of them. */
  private static @Nullable Node withoutColumn(Node query, int column) {
    List<Node> parts = new ArrayList<>();
    boolean found = false;
    for (Node part : query.parts()) {
      Node changed = part;
      if (part instanceof Node.Items items
          && items.feature().equals(Node.OUTPUT)
          && items.items().size() > 1) {
        List<Node> others = new ArrayList<>(items.items());
        others.remove(column - 1);
        changed = items.with(others);
        found = true;
      } else if (part instanceof Node.Branch branch && branch.role() == Node.Role.QUERY) {
        Node inner = withoutColumn(branch, column);
        if (inner == null) {
          return null;
        }
        changed = inner;
        found = true;
      } else if (part instanceof Node.Order order) {
        Node.Order other = withoutKey(order, column);
        if (other == null) {
          return null;
        }
        changed = other;
      }
      parts.add(changed);
    }
    return found ? query.withParts(parts) : null;
  }

  private static Node.@Nullable Order withoutKey(Node.Order order, int column) {
    List<Node.Key> keys = new ArrayList<>();
    for (Node.Key key : order.keys()) {
      if (key.ordinal() != column) {
        int ordinal = key.ordinal() > column ? key.ordinal() - 1 : key.ordinal();
        keys.add(new Node.Key(ordinal, key.suffix()));
      }
    }
    return keys.isEmpty() && !order.keys().isEmpty()
        ? null
        : new Node.Order(keys, order.isTotal(), order.limit());
  }

  /** Returns a tree in which references to aliases that no longer exist are NULL. */
  private static Node withoutDanglingReferences(Node root) {
    Set<String> defined = new HashSet<>();
    Set<String> used = new HashSet<>();
    Matcher matcher = ALIAS.matcher(root.sql());
    while (matcher.find()) {
      (matcher.group(2) == null ? defined : used).add(matcher.group(1));
    }
    used.removeAll(defined);
    return used.isEmpty() ? root : without(root, used);
  }

  private static Node without(Node node, Set<String> aliases) {
    if (node instanceof Node.Branch branch
        && branch.role() == Node.Role.EXPRESSION
        && branch.children().isEmpty()
        && refersTo(branch.template(), aliases)) {
      return nullOf(branch);
    }
    List<Node> parts = new ArrayList<>();
    for (Node part : node.parts()) {
      boolean isKey = node.featureName().equals("total order");
      if (!isKey || !refersTo(part.sql(), aliases)) {
        parts.add(without(part, aliases));
      }
    }
    return node.withParts(parts);
  }

  private static boolean refersTo(String text, Set<String> aliases) {
    Matcher matcher = ALIAS.matcher(text);
    return matcher.find() && matcher.group(2) != null && aliases.contains(matcher.group(1));
  }
}
