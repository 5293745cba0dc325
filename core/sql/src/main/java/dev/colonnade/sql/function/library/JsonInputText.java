package dev.colonnade.sql.function.library;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.value.JsonText;
import dev.colonnade.sql.function.value.JsonText.Node;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Texts that the input of a type reads, of JSON values: an array of JSON is an array of elements,
 * an object a row.
 *
 * <p>A shape describes a type: {@code s} a type whose input reads the text of a value, {@code j}
 * JSON, {@code [} and the shape of the elements an array, {@code (} and the names and shapes of the
 * fields up to {@code )} a row; a name is preceded by its length and a colon.
 */
public final class JsonInputText {
  private final String shape;
  private int at;

  private JsonInputText(String shape) {
    this.shape = shape;
  }

  /** Returns the shape of a row. */
  public static String rowShape(List<String> names, List<String> shapes) {
    StringBuilder text = new StringBuilder("(");
    for (int i = 0; i < names.size(); i++) {
      text.append(names.get(i).length()).append(':').append(names.get(i)).append(shapes.get(i));
    }
    return text.append(')').toString();
  }

  /** Returns the text of a member of an object; null if it is missing or null. */
  public static @Nullable String member(String json, String key, String shape) {
    Node node = JsonText.parse(json);
    if (node instanceof Node.ObjectNode object) {
      Node member = object.members().get(key);
      return member == null ? null : new JsonInputText(shape).text(member);
    }
    throw notAnObject(node);
  }

  private static ColonnadeException notAnObject(Node node) {
    return new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT,
        "cannot call populate_composite on "
            + (node instanceof Node.ArrayNode ? "an array" : "a scalar"));
  }

  /** Returns whether an object has a member, which may be null. */
  public static boolean hasMember(String json, String key) {
    return JsonText.parse(json) instanceof Node.ObjectNode object
        && object.members().containsKey(key);
  }

  /** Returns whether an object has a member that is an object. */
  public static boolean hasObject(String json, String key) {
    return JsonText.parse(json) instanceof Node.ObjectNode object
        && object.members().get(key) instanceof Node.ObjectNode;
  }

  /** Returns the objects of an array of objects. */
  public static List<String> objects(String name, String json) {
    Node node = JsonText.parse(json);
    if (!(node instanceof Node.ArrayNode array)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "cannot call %s on %s"
              .formatted(
                  name,
                  name.startsWith("jsonb")
                      ? "a non-array"
                      : node instanceof Node.ObjectNode ? "an object" : "a scalar"));
    }
    List<String> objects = new ArrayList<>();
    for (Node element : array.elements()) {
      if (!(element instanceof Node.ObjectNode)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT,
            "argument of %s must be an array of objects".formatted(name));
      }
      objects.add(element.source());
    }
    return objects;
  }

  private @Nullable String text(Node node) {
    char kind = shape.charAt(at++);
    if (node instanceof Node.LiteralNode(String source) && source.equals("null")) {
      return null;
    }
    if (kind == 'j') {
      return node.source();
    }
    if (node instanceof Node.StringNode string) {
      return string.value();
    }
    return switch (kind) {
      case '[' -> {
        if (node instanceof Node.ArrayNode array) {
          yield hasElements(array) ? array(array, at) : "{}";
        }
        throw notAnArray();
      }
      case '(' -> {
        if (node instanceof Node.ObjectNode object) {
          yield row(object);
        }
        throw notAnObject(node);
      }
      default -> node.source();
    };
  }

  private static boolean hasElements(Node.ArrayNode array) {
    return array.elements().stream()
        .anyMatch(element -> !(element instanceof Node.ArrayNode inner) || hasElements(inner));
  }

  private static ColonnadeException notAnArray() {
    return new ColonnadeException(ErrorCode.INVALID_TEXT_REPRESENTATION, "expected JSON array");
  }

  private String array(Node.ArrayNode array, int element) {
    StringBuilder text = new StringBuilder("{");
    for (Node node : array.elements()) {
      text.append(text.length() == 1 ? "" : ",");
      if (node instanceof Node.ArrayNode inner && shape.charAt(element) != 'j') {
        text.append(array(inner, element));
      } else {
        at = element;
        String value = text(node);
        text.append(value == null ? "NULL" : quoted(value));
      }
    }
    return text.append('}').toString();
  }

  private static String quoted(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private String row(Node.ObjectNode object) {
    List<@Nullable Object> values = new ArrayList<>();
    while (shape.charAt(at) != ')') {
      int colon = shape.indexOf(':', at);
      int begin = colon + 1;
      int end = begin + Integer.parseInt(shape.substring(at, colon));
      Node member = object.members().get(shape.substring(begin, end));
      int afterShape = end(end);
      at = end;
      values.add(member == null ? null : text(member));
      at = afterShape;
    }
    at++;
    return RecordFunctions.textOfRow(values.toArray());
  }

  /** Returns the position behind the shape at a position. */
  private int end(int from) {
    char kind = shape.charAt(from);
    if (kind == '[') {
      return end(from + 1);
    }
    if (kind != '(') {
      return from + 1;
    }
    int next = from + 1;
    while (shape.charAt(next) != ')') {
      int colon = shape.indexOf(':', next);
      next = end(colon + 1 + Integer.parseInt(shape.substring(next, colon)));
    }
    return next + 1;
  }
}
