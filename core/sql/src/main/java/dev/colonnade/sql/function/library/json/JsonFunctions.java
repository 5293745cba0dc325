package dev.colonnade.sql.function.library.json;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.value.JsonText;
import dev.colonnade.sql.function.value.JsonText.Node;
import dev.colonnade.sql.function.value.JsonWriter;
import dev.colonnade.sql.function.value.JsonbComparator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Functions on JSON values, which are text: {@code jsonb} in canonical form, {@code json} as
 * entered.
 */
public final class JsonFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "->(json, text) json? = member",
          "->(json, int4) json? = element",
          "->(jsonb, text) jsonb? = member",
          "->(jsonb, int4) jsonb? = elementOrScalar",
          "->>(json, text) text? = memberText",
          "->>(json, int4) text? = elementText",
          "->>(jsonb, text) text? = memberText",
          "->>(jsonb, int4) text? = elementOrScalarText",
          "#>(json, text[]) json? = at",
          "#>(jsonb, text[]) jsonb? = at",
          "#>>(json, text[]) text? = textAt",
          "#>>(jsonb, text[]) text? = textAt",
          "@>(jsonb, jsonb) bool = contains",
          "<@(jsonb, jsonb) bool = isContained",
          "json_typeof(json) text = typeOf",
          "jsonb_typeof(jsonb) text = typeOf",
          "json_array_length(json) int4 = arrayLength",
          "jsonb_array_length(jsonb) int4 = arrayLength",
          "?(jsonb, text) bool = jsonbExists",
          "?|(jsonb, text[]) bool = jsonbExistsAny",
          "?&(jsonb, text[]) bool = jsonbExistsAll",
          "jsonb_exists(jsonb, text) bool",
          "jsonb_exists_any(jsonb, text[]) bool",
          "jsonb_exists_all(jsonb, text[]) bool",
          "json_object_field(json, text) json? = member",
          "json_object_field_text(json, text) text? = memberText",
          "jsonb_object_field(jsonb, text) jsonb? = member",
          "jsonb_object_field_text(jsonb, text) text? = memberText",
          "json_extract_path(variadic json, text) json? = atSteps",
          "json_extract_path_text(variadic json, text) text? = textAtSteps",
          "jsonb_extract_path(variadic jsonb, text) jsonb? = atSteps",
          "jsonb_extract_path_text(variadic jsonb, text) text? = textAtSteps",
          "jsonb_pretty(jsonb) text = pretty");

  private static final int ELEMENTS_MAX = Integer.MAX_VALUE;

  private static final Pattern INDEX = Pattern.compile("-?\\d{1,10}");

  private JsonFunctions() {}

  /** Casts text to json: validates it and returns it unchanged. */
  public static String textToJson(String text) {
    JsonText.requireValid(text);
    return text;
  }

  /** Casts text to jsonb. */
  public static String textToJsonb(String text) {
    return JsonWriter.canonical(JsonText.parse(text));
  }

  public static String pretty(String json) {
    return JsonWriter.pretty(JsonText.parse(json));
  }

  public static @Nullable String member(String json, String key) {
    Node found = find(JsonText.parse(json), key);
    return found == null ? null : found.source();
  }

  public static @Nullable String element(String json, int index) {
    Node found = find(JsonText.parse(json), index);
    return found == null ? null : found.source();
  }

  public static @Nullable String memberText(String json, String key) {
    return text(find(JsonText.parse(json), key));
  }

  public static @Nullable String elementText(String json, int index) {
    return text(find(JsonText.parse(json), index));
  }

  /** Returns an element; a scalar of binary JSON is the only element of itself. */
  public static @Nullable String elementOrScalar(String json, int index) {
    Node found = findOrScalar(json, index);
    return found == null ? null : found.source();
  }

  /** Variant of {@link #elementOrScalar} that returns a string without its quotes. */
  public static @Nullable String elementOrScalarText(String json, int index) {
    return text(findOrScalar(json, index));
  }

  private static @Nullable Node findOrScalar(String json, int index) {
    Node node = JsonText.parse(json);
    boolean isOnly = isScalar(node) && (index == 0 || index == -1);
    return isOnly ? node : find(node, index);
  }

  private static boolean isScalar(Node node) {
    return !(node instanceof Node.ArrayNode) && !(node instanceof Node.ObjectNode);
  }

  public static @Nullable String at(String json, List<?> path) {
    Node found = follow(json, path);
    return found == null ? null : found.source();
  }

  public static @Nullable String textAt(String json, List<?> path) {
    return text(follow(json, path));
  }

  public static @Nullable String atSteps(String json, Object... steps) {
    return at(json, Arrays.asList(steps));
  }

  public static @Nullable String textAtSteps(String json, Object... steps) {
    return textAt(json, Arrays.asList(steps));
  }

  private static @Nullable Node follow(String json, List<?> path) {
    Node node = JsonText.parse(json);
    for (Object step : path) {
      if (node == null || step == null) {
        return null;
      }
      String key = (String) step;
      node =
          node instanceof Node.ArrayNode && INDEX.matcher(key).matches()
              ? find(node, Math.clamp(Long.parseLong(key), -ELEMENTS_MAX, ELEMENTS_MAX))
              : find(node, key);
    }
    return node;
  }

  private static @Nullable Node find(Node node, String key) {
    return node instanceof Node.ObjectNode(Map<String, Node> members, _) ? members.get(key) : null;
  }

  private static @Nullable Node find(Node node, int index) {
    if (!(node instanceof Node.ArrayNode(List<Node> elements, _))) {
      return null;
    }
    int place = index < 0 ? elements.size() + index : index;
    return place >= 0 && place < elements.size() ? elements.get(place) : null;
  }

  /** Returns a value as text, strings without quotes; null for null. */
  public static @Nullable String text(@Nullable Node node) {
    return switch (node) {
      case null -> null;
      case Node.StringNode(String value, _) -> value;
      case Node.LiteralNode(String source) -> source.equals("null") ? null : source;
      case Node.ObjectNode _, Node.ArrayNode _ -> node.source();
    };
  }

  /** Returns whether a value contains another; an array contains a scalar that is its element. */
  public static boolean contains(String json, String part) {
    Node whole = JsonText.parse(json);
    Node wanted = JsonText.parse(part);
    return (whole instanceof Node.ArrayNode(List<Node> elements, _) && isScalar(wanted))
        ? elements.stream().anyMatch(element -> contains(element, wanted))
        : contains(whole, wanted);
  }

  public static boolean isContained(String part, String json) {
    return contains(json, part);
  }

  private static boolean contains(Node whole, Node part) {
    Interruption.check();
    return switch (part) {
      case Node.ObjectNode(Map<String, Node> wanted, _) ->
          whole instanceof Node.ObjectNode(Map<String, Node> members, _)
              && wanted.entrySet().stream()
                  .allMatch(
                      entry ->
                          members.containsKey(entry.getKey())
                              && contains(members.get(entry.getKey()), entry.getValue()));
      case Node.ArrayNode(List<Node> wanted, _) ->
          whole instanceof Node.ArrayNode(List<Node> elements, _)
              && wanted.stream()
                  .allMatch(one -> elements.stream().anyMatch(element -> contains(element, one)));
      case Node.StringNode _, Node.LiteralNode _ -> isScalar(whole) && isSame(whole, part);
    };
  }

  /** Returns whether two values are equal; the scale of numbers does not matter. */
  private static boolean isSame(Node whole, Node part) {
    String value = JsonWriter.canonical(whole);
    String other = JsonWriter.canonical(part);
    return value.equals(other)
        || (whole instanceof Node.LiteralNode && JsonbComparator.compare(value, other) == 0);
  }

  public static String typeOf(String json) {
    return switch (JsonText.parse(json)) {
      case Node.ObjectNode _ -> "object";
      case Node.ArrayNode _ -> "array";
      case Node.StringNode _ -> "string";
      case Node.LiteralNode(String source) ->
          switch (source) {
            case "true", "false" -> "boolean";
            case "null" -> "null";
            default -> "number";
          };
    };
  }

  public static int arrayLength(String json) {
    Node node = JsonText.parse(json);
    if (node instanceof Node.ArrayNode(List<Node> elements, _)) {
      return elements.size();
    }
    throw new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT,
        "cannot get array length of a " + (isScalar(node) ? "scalar" : "non-array"));
  }

  public static boolean jsonbExists(String json, String key) {
    return switch (JsonText.parse(json)) {
      case Node.ObjectNode(Map<String, Node> members, _) -> members.containsKey(key);
      case Node.ArrayNode(List<Node> elements, _) ->
          elements.stream()
              .anyMatch(one -> one instanceof Node.StringNode(String text, _) && text.equals(key));
      case Node.StringNode(String text, _) -> text.equals(key);
      case Node.LiteralNode _ -> false;
    };
  }

  public static boolean jsonbExistsAny(String json, List<?> keys) {
    return keys.stream().anyMatch(key -> key != null && jsonbExists(json, key.toString()));
  }

  public static boolean jsonbExistsAll(String json, List<?> keys) {
    return keys.stream().allMatch(key -> key == null || jsonbExists(json, key.toString()));
  }

  public static List<?> rawElements(String json) {
    if (JsonText.parse(json) instanceof Node.ArrayNode(List<Node> elements, _)) {
      return elements.stream().map(Node::source).toList();
    }
    throw new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT, "cannot extract elements from an object");
  }

  public static List<?> elements(String json) {
    List<@Nullable String> texts = new ArrayList<>();
    if (JsonText.parse(json) instanceof Node.ArrayNode(List<Node> elements, _)) {
      elements.forEach(element -> texts.add(text(element)));
      return texts;
    }
    throw new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT, "cannot extract elements from an object");
  }

  public static List<?> keys(String json) {
    return members(json, "json_object_keys").stream().map(JsonText.Member::key).toList();
  }

  /**
   * Returns the members of an object.
   *
   * @param caller name of the function that is called with it
   */
  public static List<JsonText.Member> members(String json, String caller) {
    List<JsonText.Member> members = JsonText.members(json);
    if (members == null) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "cannot call %s on a non-object".formatted(caller));
    }
    return members;
  }
}
