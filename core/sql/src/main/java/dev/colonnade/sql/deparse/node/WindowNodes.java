package dev.colonnade.sql.deparse.node;

import dev.colonnade.sql.syntax.query.SortKey;
import dev.colonnade.sql.syntax.query.Window;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Nodes of orders and windows. */
final class WindowNodes {
  private WindowNodes() {}

  /** Returns the keys of an order that does not refer to the columns of a result. */
  static List<QueryNode.Order> orders(List<SortKey> keys, NodeBuilder nodes) {
    List<QueryNode.Order> orders = new ArrayList<>();
    for (SortKey key : keys) {
      orders.add(new QueryNode.Order(nodes.decided(nodes.build(key.value())), 0, suffix(key)));
    }
    return orders;
  }

  /** Returns the direction and the place of NULLs, where they are not the default. */
  static String suffix(SortKey key) {
    if (key.using() != null) {
      throw new UnprintableException(key);
    }
    boolean isDescending = key.direction() == SortKey.Direction.DESCENDING;
    return switch (key.nulls()) {
      case DEFAULT -> isDescending ? " DESC" : "";
      case FIRST -> isDescending ? " DESC" : " NULLS FIRST";
      case LAST -> isDescending ? " DESC NULLS LAST" : "";
    };
  }

  static QueryNode.Window window(Window.Specification node, NodeBuilder nodes) {
    List<Node> partition = new ArrayList<>();
    node.partitionBy().forEach(value -> partition.add(nodes.decided(nodes.build(value))));
    return new QueryNode.Window(
        node.base(), partition, orders(node.orderBy(), nodes), frame(node.frame(), nodes));
  }

  private static QueryNode.Frame frame(Window.@Nullable Frame frame, NodeBuilder nodes) {
    if (frame == null) {
      return QueryNode.Frame.NONE;
    }
    FrameText text = new FrameText(nodes);
    text.add(frame.unit().name()).add(frame.end() == null ? " " : " BETWEEN ");
    text.bound(frame.start());
    if (frame.end() != null) {
      text.add(" AND ").bound(frame.end());
    }
    text.add(
        switch (frame.exclusion()) {
          case NONE, NO_OTHERS -> "";
          case CURRENT_ROW -> " EXCLUDE CURRENT ROW";
          case GROUP -> " EXCLUDE GROUP";
          case TIES -> " EXCLUDE TIES";
        });
    return text.frame();
  }

  /** Frame that grows. */
  private static final class FrameText {
    private final NodeBuilder nodes;
    private final List<String> texts = new ArrayList<>();
    private final List<Node> offsets = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    FrameText(NodeBuilder nodes) {
      this.nodes = nodes;
    }

    FrameText add(String part) {
      text.append(part);
      return this;
    }

    void bound(Window.Bound bound) {
      if (bound.offset() != null) {
        texts.add(text.toString());
        text.setLength(0);
        offsets.add(nodes.build(bound.offset()));
        text.append(' ');
      }
      text.append(bound.kind().name().replace('_', ' '));
    }

    QueryNode.Frame frame() {
      texts.add(text.toString());
      return new QueryNode.Frame(texts, offsets);
    }
  }
}
