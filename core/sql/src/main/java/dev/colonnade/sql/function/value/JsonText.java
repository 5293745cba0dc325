package dev.colonnade.sql.function.value;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.interrupt.InterruptibleText;
import dev.colonnade.sql.function.interrupt.Interruption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** JSON parser. Each node retains its source text. */
public final class JsonText {
  private static final int DEPTH_MAX = 1000;

  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9]\\d*+)(\\.\\d++)?([eE][+-]?\\d++)?");

  private final String text;
  private final boolean decodes;
  private int at;

  /** Number of values and characters of strings that were read. */
  private int steps;

  private JsonText(String text, boolean decodes) {
    this.text = text;
    this.decodes = decodes;
  }

  /**
   * Part of a source text, which is copied on demand only: nested values would copy the innermost
   * text once for each level.
   */
  public record Slice(String whole, int from, int to) {
    /** Source text of a node that was not parsed. */
    public static final Slice NONE = new Slice("", 0, 0);

    String text() {
      return whole.substring(from, to);
    }
  }

  /** Node of a JSON document. */
  public sealed interface Node {
    /** Returns the source text of the node. */
    String source();

    /** Object; of duplicate keys, the last value. */
    record ObjectNode(Map<String, Node> members, Slice slice) implements Node {
      @Override
      public String source() {
        return slice.text();
      }
    }

    /** Array. */
    record ArrayNode(List<Node> elements, Slice slice) implements Node {
      @Override
      public String source() {
        return slice.text();
      }
    }

    /** String, without quotes and escapes. */
    record StringNode(String value, String source) implements Node {}

    /** Number, true, false or null. */
    record LiteralNode(String source) implements Node {}
  }

  /** Parses a text; its escapes must be characters. */
  public static Node parse(String text) {
    return parse(new JsonText(text, true));
  }

  /** Throws INVALID_TEXT_REPRESENTATION unless a text is JSON, whatever its escapes denote. */
  public static void requireValid(String text) {
    parse(new JsonText(text, false));
  }

  /** Member of an object. */
  public record Member(String key, Node value) {}

  /** Returns the members of an object, duplicate keys too; null if a text is no object. */
  public static @Nullable List<Member> members(String text) {
    JsonText json = new JsonText(text, true);
    json.skipBlanks();
    if (json.at == text.length() || text.charAt(json.at) != '{') {
      parse(text);
      return null;
    }
    List<Member> members = new ArrayList<>();
    json.readMembers(0, (key, value) -> members.add(new Member(key, value)));
    json.requireEnd();
    return members;
  }

  private static Node parse(JsonText json) {
    Node node = json.value(0);
    json.requireEnd();
    return node;
  }

  private void requireEnd() {
    skipBlanks();
    if (at < text.length()) {
      throw invalid();
    }
  }

  private Node value(int depth) {
    if (depth > DEPTH_MAX) {
      throw new ColonnadeException(
          ErrorCode.STATEMENT_TOO_COMPLEX, "json is nested too deeply: depthMax=" + DEPTH_MAX);
    }
    Interruption.check(++steps);
    skipBlanks();
    int start = at;
    if (at == text.length()) {
      throw invalid();
    }
    return switch (text.charAt(at)) {
      case '{' -> new Node.ObjectNode(members(depth), new Slice(text, start, at));
      case '[' -> new Node.ArrayNode(elements(depth), new Slice(text, start, at));
      case '"' -> new Node.StringNode(string(), text.substring(start, at));
      default -> literal();
    };
  }

  private Map<String, Node> members(int depth) {
    Map<String, Node> members = new LinkedHashMap<>();
    readMembers(depth, members::put);
    return members;
  }

  private void readMembers(int depth, BiConsumer<String, Node> members) {
    at++;
    skipBlanks();
    if (consume('}')) {
      return;
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
      members.accept(key, value(depth + 1));
      skipBlanks();
    } while (consume(','));
    if (!consume('}')) {
      throw invalid();
    }
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
      Interruption.check(++steps);
      char letter = text.charAt(at++);
      if (letter == '"') {
        requirePairs(out);
        return out.toString();
      }
      if (letter < ' ') {
        throw invalid();
      }
      out.append(letter == '\\' ? escaped() : letter);
    }
    throw invalid();
  }

  /** Requires that surrogates occur in pairs. */
  private void requirePairs(CharSequence decoded) {
    for (int i = 0; decodes && i < decoded.length(); i++) {
      if (Character.isSurrogate(decoded.charAt(i))) {
        boolean isPair =
            i + 1 < decoded.length()
                && Character.isSurrogatePair(decoded.charAt(i), decoded.charAt(i + 1));
        if (!isPair) {
          throw new ColonnadeException(
              ErrorCode.INVALID_TEXT_REPRESENTATION,
              "invalid input syntax for type json",
              ErrorFields.NONE.withDetail(
                  Character.isHighSurrogate(decoded.charAt(i))
                          && i + 1 < decoded.length()
                          && Character.isHighSurrogate(decoded.charAt(i + 1))
                      ? "Unicode high surrogate must not follow a high surrogate."
                      : "Unicode low surrogate must follow a high surrogate."));
        }
        i++;
      }
    }
  }

  private static ColonnadeException nullCharacter() {
    return new ColonnadeException(
        ErrorCode.UNTRANSLATABLE_CHARACTER,
        "unsupported Unicode escape sequence",
        ErrorFields.NONE.withDetail("\\u0000 cannot be converted to text."));
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
          char unit = (char) Integer.parseInt(text.substring(at - 4, at), 16);
          if (decodes && unit == 0) {
            throw nullCharacter();
          }
          yield unit;
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
      Interruption.check(at);
      at++;
    }
    String word = text.substring(start, at);
    boolean isWord = word.equals("true") || word.equals("false") || word.equals("null");
    if (!isWord && !NUMBER.matcher(new InterruptibleText(word)).matches()) {
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
      Interruption.check(at);
      at++;
    }
  }

  private ColonnadeException invalid() {
    return new ColonnadeException(
        ErrorCode.INVALID_TEXT_REPRESENTATION, "invalid input syntax for type json");
  }
}
