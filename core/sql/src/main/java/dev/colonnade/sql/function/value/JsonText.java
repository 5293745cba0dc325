package dev.colonnade.sql.function.value;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.scalar.NumericLimits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** JSON parser and formatter. Each node retains its source text. */
public final class JsonText {
  private static final int DEPTH_MAX = 1000;

  /** Key order of {@code jsonb}: short keys first. */
  private static final Comparator<String> SHORT_FIRST =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  private final String text;
  private int at;

  private JsonText(String text) {
    this.text = text;
  }

  /** Node of a JSON document. */
  public sealed interface Node {
    /** Returns the source text of the node. */
    String source();

    /** Object; of duplicate keys, the last value. */
    record ObjectNode(Map<String, Node> members, String source) implements Node {}

    /** Array. */
    record ArrayNode(List<Node> elements, String source) implements Node {}

    /** String, without quotes and escapes. */
    record StringNode(String value, String source) implements Node {}

    /** Number, true, false or null. */
    record LiteralNode(String source) implements Node {}
  }

  public static Node parse(String text) {
    JsonText json = new JsonText(text);
    Node node = json.value(0);
    json.skipBlanks();
    if (json.at < text.length()) {
      throw json.invalid();
    }
    return node;
  }

  private Node value(int depth) {
    if (depth > DEPTH_MAX) {
      throw new ColonnadeException(
          ErrorCode.STATEMENT_TOO_COMPLEX, "json is nested too deeply: depthMax=" + DEPTH_MAX);
    }
    skipBlanks();
    int start = at;
    if (at == text.length()) {
      throw invalid();
    }
    return switch (text.charAt(at)) {
      case '{' -> new Node.ObjectNode(members(depth), text.substring(start, at));
      case '[' -> new Node.ArrayNode(elements(depth), text.substring(start, at));
      case '"' -> new Node.StringNode(string(), text.substring(start, at));
      default -> literal();
    };
  }

  private Map<String, Node> members(int depth) {
    Map<String, Node> members = new LinkedHashMap<>();
    at++;
    skipBlanks();
    if (consume('}')) {
      return members;
    }
    do {
      skipBlanks();
      if (at == text.length() || text.charAt(at) != '"') {
        throw invalid();
      }
      String key = string();
      skipBlanks();
      if (!consume(':')) {
        throw invalid();
      }
      members.put(key, value(depth + 1));
      skipBlanks();
    } while (consume(','));
    if (!consume('}')) {
      throw invalid();
    }
    return members;
  }

  private List<Node> elements(int depth) {
    List<Node> elements = new ArrayList<>();
    at++;
    skipBlanks();
    if (consume(']')) {
      return elements;
    }
    do {
      elements.add(value(depth + 1));
      skipBlanks();
    } while (consume(','));
    if (!consume(']')) {
      throw invalid();
    }
    return elements;
  }

  private String string() {
    StringBuilder out = new StringBuilder();
    at++;
    while (at < text.length()) {
      char letter = text.charAt(at++);
      if (letter == '"') {
        return out.toString();
      }
      if (letter < ' ') {
        throw invalid();
      }
      out.append(letter == '\\' ? escaped() : letter);
    }
    throw invalid();
  }

  private char escaped() {
    if (at == text.length()) {
      throw invalid();
    }
    char letter = text.charAt(at++);
    return switch (letter) {
      case '"', '\\', '/' -> letter;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        try {
          at += 4;
          yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
        } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
          throw invalid();
        }
      }
      default -> throw invalid();
    };
  }

  private Node literal() {
    int start = at;
    while (at < text.length() && ",]} \t\r\n:".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(start, at);
    boolean isWord = word.equals("true") || word.equals("false") || word.equals("null");
    if (!isWord && !word.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")) {
      throw invalid();
    }
    return new Node.LiteralNode(word);
  }

  private boolean consume(char wanted) {
    boolean isThere = at < text.length() && text.charAt(at) == wanted;
    at += isThere ? 1 : 0;
    return isThere;
  }

  private void skipBlanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private ColonnadeException invalid() {
    return new ColonnadeException(
        ErrorCode.INVALID_TEXT_REPRESENTATION, "invalid input syntax for type json");
  }

  /** Returns the canonical form in which {@code jsonb} stores and displays a value. */
  public static String canonical(Node node) {
    StringBuilder out = new StringBuilder();
    append(out, node);
    return out.toString();
  }

  private static void append(StringBuilder out, Node node) {
    switch (node) {
      case Node.ObjectNode(Map<String, Node> members, _) -> {
        Map<String, Node> sorted = new TreeMap<>(SHORT_FIRST);
        sorted.putAll(members);
        String separator = "{";
        for (Map.Entry<String, Node> member : sorted.entrySet()) {
          out.append(separator).append(quoted(member.getKey())).append(": ");
          append(out, member.getValue());
          separator = ", ";
        }
        out.append(sorted.isEmpty() ? "{}" : "}");
      }
      case Node.ArrayNode(List<Node> elements, _) -> {
        String separator = "[";
        for (Node element : elements) {
          out.append(separator);
          append(out, element);
          separator = ", ";
        }
        out.append(elements.isEmpty() ? "[]" : "]");
      }
      case Node.StringNode(String value, _) -> out.append(quoted(value));
      case Node.LiteralNode(String source) -> out.append(canonicalLiteral(source));
    }
  }

  private static String canonicalLiteral(String word) {
    return Character.isLetter(word.charAt(0)) ? word : NumericLimits.parse(word).toPlainString();
  }

  /** Returns the form without white space in which {@code json} functions write results. */
  public static String compact(Node node) {
    return switch (node) {
      case Node.ObjectNode(Map<String, Node> members, _) -> {
        StringJoiner out = new StringJoiner(",", "{", "}");
        members.forEach((key, value) -> out.add(quoted(key) + ":" + compact(value)));
        yield out.toString();
      }
      case Node.ArrayNode(List<Node> elements, _) -> {
        StringJoiner out = new StringJoiner(",", "[", "]");
        elements.forEach(element -> out.add(compact(element)));
        yield out.toString();
      }
      case Node.StringNode _, Node.LiteralNode _ -> node.source();
    };
  }

  /** Returns the canonical form with one line per member. */
  public static String pretty(Node node) {
    return pretty(node, "\n");
  }

  private static String pretty(Node node, String lineEnd) {
    String inner = lineEnd + "    ";
    return switch (node) {
      case Node.ObjectNode(Map<String, Node> members, _) -> {
        StringJoiner out = new StringJoiner(",", "{", lineEnd + "}");
        Map<String, Node> sorted = new TreeMap<>(SHORT_FIRST);
        sorted.putAll(members);
        sorted.forEach((key, value) -> out.add(inner + quoted(key) + ": " + pretty(value, inner)));
        yield out.toString();
      }
      case Node.ArrayNode(List<Node> elements, _) -> {
        StringJoiner out = new StringJoiner(",", "[", lineEnd + "]");
        elements.forEach(element -> out.add(inner + pretty(element, inner)));
        yield out.toString();
      }
      case Node.StringNode _, Node.LiteralNode _ -> canonical(node);
    };
  }

  /** Returns a text as a JSON string. */
  public static String quoted(String value) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char letter = value.charAt(i);
      switch (letter) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default ->
            out.append(letter < ' ' ? "\\u%04x".formatted((int) letter) : String.valueOf(letter));
      }
    }
    return out.append('"').toString();
  }
}
