package dev.colonnade.sql.compare.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.compare.schema.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Node of the syntax tree of a statement. Immutable. A tree renders to SQL and can be reduced
 * without knowledge of SQL: expressions by parts of the same type, sources and queries by parts of
 * the same kind, lists by removal of items.
 */
public sealed interface Node {
  /** Kind of a branch. */
  enum Role {
    EXPRESSION,
    QUERY,
    SOURCE,
    OTHER
  }

  /**
   * Text with slots for children.
   *
   * @param feature what the node is, for classes of differences; empty if it is nothing special
   * @param type SQL type of an expression; empty for other roles
   * @param template SQL text with a {@code $} for each child and a {@code @} for the first child
   *     again
   */
  record Branch(Role role, String feature, String type, String template, List<Node> children)
      implements Node {
    public Branch {
      requireNonNull(role, "role is null");
      requireNonNull(template, "template is null");
      children = List.copyOf(children);
    }

    /** Returns a copy with other children. */
    public Branch with(List<Node> others) {
      return new Branch(role, feature, type, template, others);
    }
  }

  /**
   * List or clause, absent if it has no items.
   *
   * @param minimum number of items that a reduction leaves
   */
  record Items(String feature, String prefix, String separator, List<Node> items, int minimum)
      implements Node {
    public Items {
      requireNonNull(prefix, "prefix is null");
      requireNonNull(separator, "separator is null");
      items = List.copyOf(items);
    }

    /** Returns a copy with other items. */
    public Items with(List<Node> others) {
      return new Items(feature, prefix, separator, others, minimum);
    }
  }

  /** Character of templates that renders to an {@code @}. */
  char AT = '~';

  /** Feature of the list of output expressions of a query, or of a row of VALUES. */
  String OUTPUT = "output";

  /**
   * ORDER BY output columns, and the clause behind it that limits the rows, possibly empty.
   *
   * @param isTotal whether the keys are all output columns
   */
  record Order(List<Key> keys, boolean isTotal, Items limit) implements Node {
    public Order {
      keys = List.copyOf(keys);
    }
  }

  /**
   * Key of an order.
   *
   * @param ordinal number of the output column, from 1
   * @param suffix direction and position of NULLs
   */
  record Key(int ordinal, String suffix) {}

  /** Returns an expression. */
  static Branch expression(Type type, String feature, String template, Node... children) {
    return new Branch(Role.EXPRESSION, feature, type.sqlName(), template, List.of(children));
  }

  /** Returns a query. */
  static Branch query(String feature, String template, Node... children) {
    return new Branch(Role.QUERY, feature, "", template, List.of(children));
  }

  /** Returns an item of FROM. */
  static Branch source(String feature, String template, Node... children) {
    return new Branch(Role.SOURCE, feature, "", template, List.of(children));
  }

  /** Returns a part of another kind. */
  static Branch other(String feature, String template, Node... children) {
    return new Branch(Role.OTHER, feature, "", template, List.of(children));
  }

  /** Returns fixed text. */
  static Branch text(String text) {
    return new Branch(Role.OTHER, "", "", text, List.of());
  }

  /** Returns a list that keeps one item at least. */
  static Items list(String feature, List<? extends Node> items) {
    return new Items(feature, "", ", ", List.copyOf(items), 1);
  }

  /** Returns a clause, absent if there are no items. */
  static Items clause(String feature, String prefix, String separator, List<? extends Node> items) {
    return new Items(feature, prefix, separator, List.copyOf(items), 0);
  }

  /** Returns an absent clause. */
  static Items absent() {
    return new Items("", "", "", List.of(), 0);
  }

  /** Returns the children. */
  default List<Node> parts() {
    return switch (this) {
      case Branch branch -> branch.children();
      case Items items -> items.items();
      case Order order -> List.of(order.limit());
    };
  }

  /** Returns a copy with other children. */
  default Node withParts(List<Node> parts) {
    return switch (this) {
      case Branch branch -> branch.with(parts);
      case Items items -> items.with(parts);
      case Order order -> new Order(order.keys(), order.isTotal(), (Items) parts.getFirst());
    };
  }

  /** Returns the name of what the node is; empty if it is nothing special or absent. */
  default String featureName() {
    return switch (this) {
      case Branch branch -> branch.feature();
      case Items items -> items.items().isEmpty() ? "" : items.feature();
      case Order order -> order.keys().isEmpty() ? "" : "order";
    };
  }

  /** Passes this node and all below to a consumer, parents first. */
  default void visit(Consumer<Node> consumer) {
    consumer.accept(this);
    parts().forEach(part -> part.visit(consumer));
  }

  /** Returns the number of nodes of the tree. */
  default int size() {
    int size = 1;
    for (Node part : parts()) {
      size += part.size();
    }
    return size;
  }

  /** Returns the SQL text. */
  default String sql() {
    StringBuilder text = new StringBuilder();
    render(text);
    return text.toString();
  }

  private void render(StringBuilder text) {
    switch (this) {
      case Branch branch -> renderTemplate(branch, text);
      case Items items -> renderItems(items.prefix(), items.separator(), items.items(), text);
      case Order order -> {
        List<Node> keys = new ArrayList<>();
        order.keys().forEach(key -> keys.add(text(key.ordinal() + key.suffix())));
        renderItems(" order by ", ", ", keys, text);
        ((Node) order.limit()).render(text);
      }
    }
  }

  private static void renderTemplate(Branch branch, StringBuilder text) {
    if (branch.children().isEmpty()) { // may be text that is rendered already
      text.append(branch.template().replace(AT, '@'));
      return;
    }
    int child = 0;
    for (int i = 0; i < branch.template().length(); i++) {
      char symbol = branch.template().charAt(i);
      if (symbol == '$') {
        branch.children().get(child++).render(text);
      } else if (symbol == '@') {
        branch.children().getFirst().render(text);
      } else {
        text.append(symbol == AT ? '@' : symbol);
      }
    }
  }

  private static void renderItems(
      String prefix, String separator, List<Node> items, StringBuilder text) {
    String between = prefix;
    for (Node item : items) {
      text.append(between);
      item.render(text);
      between = separator;
    }
  }
}
