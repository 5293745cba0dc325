package dev.colonnade.sql.function.library.json;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.value.JsonText;
import dev.colonnade.sql.function.value.JsonText.Node;
import dev.colonnade.sql.function.value.JsonText.Slice;
import dev.colonnade.sql.function.value.JsonWriter;
import dev.colonnade.type.value.ArrayValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Functions that return a modified {@code jsonb}. */
public final class JsonModificationFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "||(jsonb, jsonb) jsonb = joined",
          "-(jsonb, text) jsonb = without",
          "-(jsonb, int4) jsonb = withoutElement",
          "-(jsonb, text[]) jsonb = withoutAll",
          "#-(jsonb, text[]) jsonb = withoutPath",
          "jsonb_set(jsonb, text[], jsonb) jsonb = set",
          "jsonb_set(jsonb, text[], jsonb, bool) jsonb = setOrCreate",
          "jsonb_insert(jsonb, text[], jsonb) jsonb = insertBefore",
          "jsonb_insert(jsonb, text[], jsonb, bool) jsonb = insert",
          "jsonb_strip_nulls(jsonb) jsonb = withoutNulls",
          "json_strip_nulls(json) json = textWithoutNulls");

  /** Operation at the end of a path. */
  private enum Change {
    REPLACE,
    REPLACE_OR_CREATE,
    INSERT_BEFORE,
    INSERT_AFTER,
    DELETE;

    boolean isInsert() {
      return this == INSERT_BEFORE || this == INSERT_AFTER;
    }
  }

  private JsonModificationFunctions() {}

  public static String joined(String left, String right) {
    Node first = JsonText.parse(left);
    Node second = JsonText.parse(right);
    if (first instanceof Node.ObjectNode(Map<String, Node> members, _)
        && second instanceof Node.ObjectNode(Map<String, Node> otherMembers, _)) {
      Map<String, Node> all = new LinkedHashMap<>(members);
      all.putAll(otherMembers);
      return text(object(all));
    }
    List<Node> all = new ArrayList<>(elements(first));
    all.addAll(elements(second));
    return text(array(all));
  }

  private static List<Node> elements(Node node) {
    return node instanceof Node.ArrayNode(List<Node> elements, _) ? elements : List.of(node);
  }

  public static String without(String json, String key) {
    return withoutAll(json, List.of(key));
  }

  public static String withoutAll(String json, List<?> keys) {
    requirePlain(keys);
    return switch (JsonText.parse(json)) {
      case Node.ObjectNode(Map<String, Node> members, _) -> {
        Map<String, Node> left = new LinkedHashMap<>(members);
        left.keySet().removeIf(keys::contains);
        yield text(object(left));
      }
      case Node.ArrayNode(List<Node> elements, _) -> {
        List<Node> left = new ArrayList<>(elements);
        left.removeIf(
            element -> element instanceof Node.StringNode(String value, _) && keys.contains(value));
        yield text(array(left));
      }
      case Node.StringNode _, Node.LiteralNode _ -> throw invalid("cannot delete from scalar");
    };
  }

  public static String withoutElement(String json, int index) {
    return switch (JsonText.parse(json)) {
      case Node.ArrayNode(List<Node> elements, _) -> {
        List<Node> left = new ArrayList<>(elements);
        int place = index < 0 ? left.size() + index : index;
        if (place >= 0 && place < left.size()) {
          left.remove(place);
        }
        yield text(array(left));
      }
      case Node.ObjectNode _ -> throw invalid("cannot delete from object using integer index");
      case Node.StringNode _, Node.LiteralNode _ -> throw invalid("cannot delete from scalar");
    };
  }

  public static String withoutPath(String json, List<?> path) {
    return changed(json, path, null, Change.DELETE, "cannot delete path in scalar");
  }

  public static String set(String json, List<?> path, String value) {
    return setOrCreate(json, path, value, true);
  }

  public static String setOrCreate(String json, List<?> path, String value, boolean creates) {
    return changed(
        json,
        path,
        value,
        creates ? Change.REPLACE_OR_CREATE : Change.REPLACE,
        "cannot set path in scalar");
  }

  /**
   * Variant of {@link #setOrCreate} with a treatment of NULL as a value.
   *
   * @param treatment {@code delete_key}, {@code return_target}, {@code use_json_null} or {@code
   *     raise_exception}
   */
  public static @Nullable String setLax(
      @Nullable String json,
      @Nullable List<?> path,
      @Nullable String value,
      @Nullable Boolean creates,
      @Nullable String treatment) {
    if (json == null || path == null || creates == null) {
      return null;
    }
    if (value != null) {
      return setOrCreate(json, path, value, creates);
    }
    return switch (treatment == null ? "" : treatment) {
      case "delete_key" -> withoutPath(json, path);
      case "return_target" -> json;
      case "use_json_null" -> setOrCreate(json, path, "null", creates);
      case "raise_exception" ->
          throw new ColonnadeException(
              ErrorCode.NULL_NOT_ALLOWED,
              "JSON value must not be null",
              ErrorFields.NONE.withDetail(
                  "Exception was raised because null_value_treatment is \"raise_exception\"."));
      default ->
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT,
              "null_value_treatment must be \"delete_key\", \"return_target\","
                  + " \"use_json_null\", or \"raise_exception\"");
    };
  }

  public static String insertBefore(String json, List<?> path, String value) {
    return insert(json, path, value, false);
  }

  public static String insert(String json, List<?> path, String value, boolean isAfter) {
    return changed(
        json,
        path,
        value,
        isAfter ? Change.INSERT_AFTER : Change.INSERT_BEFORE,
        "cannot set path in scalar");
  }

  private static void requirePlain(List<?> steps) {
    if (ArrayValue.shapeOf(steps).dimensions() > 1) {
      throw new ColonnadeException(ErrorCode.ARRAY_SUBSCRIPT, "wrong number of array subscripts");
    }
  }

  private static String changed(
      String json, List<?> path, @Nullable String value, Change change, String ofScalar) {
    requirePlain(path);
    Node node = JsonText.parse(json);
    if (node instanceof Node.StringNode || node instanceof Node.LiteralNode) {
      throw invalid(ofScalar);
    }
    boolean isNew = change != Change.DELETE && change != Change.REPLACE;
    if (!isNew && isEmpty(node)) {
      return json;
    }
    Node given = value == null ? null : JsonText.parse(value);
    return text(path.isEmpty() ? node : new Path(path, given, change).in(node, 0));
  }

  private static boolean isEmpty(Node node) {
    return switch (node) {
      case Node.ObjectNode object -> object.members().isEmpty();
      case Node.ArrayNode array -> array.elements().isEmpty();
      case Node.StringNode _, Node.LiteralNode _ -> false;
    };
  }

  /** Operation at the end of a path, with its value. */
  private record Path(List<?> steps, @Nullable Node value, Change change) {
    Node in(Node node, int depth) {
      boolean isContainer = node instanceof Node.ObjectNode || node instanceof Node.ArrayNode;
      if (isContainer && steps.get(depth) == null) {
        throw new ColonnadeException(
            ErrorCode.NULL_NOT_ALLOWED, "path element at position %d is null".formatted(depth + 1));
      }
      return switch (node) {
        case Node.ObjectNode(Map<String, Node> members, _) -> object(inMembers(members, depth));
        case Node.ArrayNode(List<Node> elements, _) -> array(inElements(elements, depth));
        case Node.StringNode _, Node.LiteralNode _ -> node;
      };
    }

    private boolean isLast(int depth) {
      return depth == steps.size() - 1;
    }

    private Map<String, Node> inMembers(Map<String, Node> members, int depth) {
      String key = (String) steps.get(depth);
      Node there = members.get(key);
      Map<String, Node> all = new LinkedHashMap<>(members);
      if (!isLast(depth)) {
        if (there != null) {
          all.put(key, in(there, depth + 1));
        }
        return all;
      }
      if (there != null && change.isInsert()) {
        throw invalid("cannot replace existing key");
      }
      if (value == null) {
        all.remove(key);
      } else if (there != null || change != Change.REPLACE) {
        all.put(key, value);
      }
      return all;
    }

    private List<Node> inElements(List<Node> elements, int depth) {
      int index = index((String) steps.get(depth), depth);
      int place = index < 0 ? elements.size() + index : index;
      boolean isThere = place >= 0 && place < elements.size();
      List<Node> all = new ArrayList<>(elements);
      if (!isLast(depth)) {
        if (isThere) {
          all.set(place, in(all.get(place), depth + 1));
        }
        return all;
      }
      if (value == null) {
        if (isThere) {
          all.remove(place);
        }
      } else if (!isThere) {
        if (change != Change.REPLACE) {
          all.add(place < 0 ? 0 : all.size(), value);
        }
      } else if (change.isInsert()) {
        all.add(change == Change.INSERT_AFTER ? place + 1 : place, value);
      } else {
        all.set(place, value);
      }
      return all;
    }

    private static int index(String step, int depth) {
      try {
        return Integer.parseInt(step);
      } catch (NumberFormatException e) {
        throw new ColonnadeException(
            ErrorCode.INVALID_TEXT_REPRESENTATION,
            "path element at position %d is not an integer: \"%s\"".formatted(depth + 1, step),
            e);
      }
    }
  }

  public static String withoutNulls(String json) {
    return text(withoutNulls(JsonText.parse(json)));
  }

  public static String textWithoutNulls(String json) {
    BoundedText out = new BoundedText();
    appendWithoutNulls(JsonText.parse(json), out);
    return out.toString();
  }

  /** Appends a value whose objects keep duplicate keys. */
  private static void appendWithoutNulls(Node node, BoundedText out) {
    switch (node) {
      case Node.ObjectNode _ -> {
        String separator = "{";
        for (JsonText.Member member :
            requireNonNull(JsonText.members(node.source()), "no object")) {
          if (!isNull(member.value())) {
            out.append(separator);
            out.append(JsonWriter.quoted(member.key())).append(":");
            appendWithoutNulls(member.value(), out);
            separator = ",";
          }
        }
        out.append(separator.equals("{") ? "{}" : "}");
      }
      case Node.ArrayNode(List<Node> elements, _) -> {
        String separator = "[";
        for (Node element : elements) {
          out.append(separator);
          appendWithoutNulls(element, out);
          separator = ",";
        }
        out.append(elements.isEmpty() ? "[]" : "]");
      }
      case Node.StringNode(String value, _) -> out.append(JsonWriter.quoted(value));
      case Node.LiteralNode(String source) -> out.append(source);
    }
  }

  private static Node withoutNulls(Node node) {
    return switch (node) {
      case Node.ObjectNode(Map<String, Node> members, _) -> {
        Map<String, Node> left = new LinkedHashMap<>();
        members.forEach(
            (key, value) -> {
              if (!isNull(value)) {
                left.put(key, withoutNulls(value));
              }
            });
        yield object(left);
      }
      case Node.ArrayNode(List<Node> elements, _) ->
          array(elements.stream().map(JsonModificationFunctions::withoutNulls).toList());
      case Node.StringNode _, Node.LiteralNode _ -> node;
    };
  }

  private static boolean isNull(Node node) {
    return node instanceof Node.LiteralNode(String word) && word.equals("null");
  }

  private static Node object(Map<String, Node> members) {
    return new Node.ObjectNode(members, Slice.NONE);
  }

  private static Node array(List<Node> elements) {
    return new Node.ArrayNode(elements, Slice.NONE);
  }

  private static String text(Node node) {
    return JsonWriter.canonical(node);
  }

  private static ColonnadeException invalid(String message) {
    return new ColonnadeException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
