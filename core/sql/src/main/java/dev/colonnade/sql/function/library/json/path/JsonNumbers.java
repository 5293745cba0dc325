package dev.colonnade.sql.function.library.json.path;

import dev.colonnade.sql.function.value.JsonText.Node;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Numbers as nodes of JSON documents. */
final class JsonNumbers {
  private JsonNumbers() {}

  /** Returns the value of a number; null if the node is none. */
  static @Nullable BigDecimal of(Node node) {
    if (!(node instanceof Node.LiteralNode(String source))) {
      return null;
    }
    return switch (source) {
      case "null", "true", "false" -> null;
      default -> new BigDecimal(source);
    };
  }

  /** Returns the node of a number. */
  static Node node(BigDecimal value) {
    return new Node.LiteralNode(value.toPlainString());
  }
}
