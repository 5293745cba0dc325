package dev.colonnade.sql.function.value;

import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.scalar.NumericLimits;
import dev.colonnade.sql.function.value.JsonText.Node;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writer of JSON documents in one of the forms that PostgreSQL writes. */
public final class JsonWriter {
  private static final String INDENT = "    ";

  private final BoundedText out = new BoundedText();

  private JsonWriter() {}

  /** Returns the canonical form in which {@code jsonb} stores and displays a value. */
  public static String canonical(Node node) {
    JsonWriter writer = new JsonWriter();
    writer.writeCanonical(node);
    return writer.out.toString();
  }

  /** Returns the form without white space in which {@code json} functions write results. */
  public static String compact(Node node) {
    JsonWriter writer = new JsonWriter();
    writer.writeCompact(node);
    return writer.out.toString();
  }

  /** Returns the canonical form with one line per member. */
  public static String pretty(Node node) {
    JsonWriter writer = new JsonWriter();
    writer.writePretty(node, "\n");
    return writer.out.toString();
  }

  /** Returns a text as a JSON string. */
  public static String quoted(String value) {
    JsonWriter writer = new JsonWriter();
    writer.writeQuoted(value);
    return writer.out.toString();
  }

  private static Map<String, Node> sorted(Map<String, Node> members) {
    Map<String, Node> sorted = new TreeMap<>(JsonKeyOrder.INSTANCE);
    sorted.putAll(members);
    return sorted;
  }

  private void writeCanonical(Node node) {
    switch (node) {
      case Node.ObjectNode(Map<String, Node> members, _) -> {
        String separator = "{";
        for (Map.Entry<String, Node> member : sorted(members).entrySet()) {
          out.append(separator);
          writeQuoted(member.getKey());
          out.append(": ");
          writeCanonical(member.getValue());
          separator = ", ";
        }
        out.append(members.isEmpty() ? "{}" : "}");
      }
      case Node.ArrayNode(List<Node> elements, _) -> {
        String separator = "[";
        for (Node element : elements) {
          out.append(separator);
          writeCanonical(element);
          separator = ", ";
        }
        out.append(elements.isEmpty() ? "[]" : "]");
      }
      case Node.StringNode(String value, _) -> writeQuoted(value);
      case Node.LiteralNode(String source) -> out.append(canonicalLiteral(source));
    }
  }

  private static String canonicalLiteral(String word) {
    return Character.isLetter(word.charAt(0)) ? word : NumericLimits.parse(word).toPlainString();
  }

  private void writeCompact(Node node) {
    switch (node) {
      case Node.ObjectNode(Map<String, Node> members, _) -> {
        String separator = "{";
        for (Map.Entry<String, Node> member : members.entrySet()) {
          out.append(separator);
          writeQuoted(member.getKey());
          out.append(':');
          writeCompact(member.getValue());
          separator = ",";
        }
        out.append(members.isEmpty() ? "{}" : "}");
      }
      case Node.ArrayNode(List<Node> elements, _) -> {
        String separator = "[";
        for (Node element : elements) {
          out.append(separator);
          writeCompact(element);
          separator = ",";
        }
        out.append(elements.isEmpty() ? "[]" : "]");
      }
      case Node.StringNode _, Node.LiteralNode _ -> out.append(node.source());
    }
  }

  private void writePretty(Node node, String lineEnd) {
    String inner = lineEnd + INDENT;
    switch (node) {
      case Node.ObjectNode(Map<String, Node> members, _) -> {
        String separator = "{";
        for (Map.Entry<String, Node> member : sorted(members).entrySet()) {
          out.append(separator).append(inner);
          writeQuoted(member.getKey());
          out.append(": ");
          writePretty(member.getValue(), inner);
          separator = ",";
        }
        out.append(members.isEmpty() ? "{" : "").append(lineEnd).append('}');
      }
      case Node.ArrayNode(List<Node> elements, _) -> {
        String separator = "[";
        for (Node element : elements) {
          out.append(separator).append(inner);
          writePretty(element, inner);
          separator = ",";
        }
        out.append(elements.isEmpty() ? "[" : "").append(lineEnd).append(']');
      }
      case Node.StringNode _, Node.LiteralNode _ -> writeCanonical(node);
    }
  }

  private void writeQuoted(String value) {
    out.append('"');
    int start = 0;
    for (int i = 0; i < value.length(); i++) {
      String escape = escape(value.charAt(i));
      if (!escape.isEmpty()) {
        out.append(value, start, i).append(escape);
        start = i + 1;
      }
    }
    out.append(value, start, value.length()).append('"');
  }

  /** Returns the escape sequence of a character; empty if it needs none. */
  private static String escape(char letter) {
    return switch (letter) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\b' -> "\\b";
      case '\f' -> "\\f";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> letter < ' ' ? "\\u%04x".formatted((int) letter) : "";
    };
  }
}
