package dev.colonnade.sql.function.library.json;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.value.JsonText;
import dev.colonnade.sql.function.value.JsonText.Node;
import dev.colonnade.sql.function.value.JsonText.Slice;
import dev.colonnade.sql.function.value.JsonWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Subscripts of {@code jsonb}, as values and as targets of assignments. */
public final class JsonSubscriptFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of("array_item(jsonb, text) jsonb? = item", "array_item(jsonb, int4) jsonb? = itemAt");

  /** Maximum number of elements that an assignment may add to an array. */
  private static final int ADDED_ELEMENTS_MAX = 1 << 24;

  private static final Node NULL = new Node.LiteralNode("null");

  private JsonSubscriptFunctions() {}

  /** Returns the member of an object, or the element of an array if the key is a number. */
  public static @Nullable String item(String json, String key) {
    return JsonFunctions.at(json, List.of(key));
  }

  public static @Nullable String itemAt(String json, int index) {
    return item(json, Integer.toString(index));
  }

  /**
   * Returns a value with one part replaced or added.
   *
   * @param json value to change; null for a new array or object
   * @param value new part; null for the null of JSON
   * @param isOfArray whether the first subscript is a number, by its type
   * @param path subscripts
   */
  public static String withItem(
      @Nullable String json, @Nullable String value, boolean isOfArray, @Nullable Object... path) {
    List<String> keys = new ArrayList<>();
    for (Object key : path) {
      if (key == null) {
        throw new ColonnadeException(
            ErrorCode.NULL_NOT_ALLOWED, "jsonb subscript in assignment must not be null");
      }
      keys.add(key.toString());
    }
    Node part = value == null ? NULL : JsonText.parse(value);
    Node before =
        json == null ? (isOfArray ? array(List.of()) : object(Map.of())) : JsonText.parse(json);
    return JsonWriter.canonical(new Assignment(keys, part).in(before, 0));
  }

  private static Node object(Map<String, Node> members) {
    return new Node.ObjectNode(members, Slice.NONE);
  }

  private static Node array(List<Node> elements) {
    return new Node.ArrayNode(elements, Slice.NONE);
  }

  /** Assignment to a path, whose missing steps are created. */
  private record Assignment(List<String> path, Node value) {
    Node in(Node node, int depth) {
      return switch (node) {
        case Node.ObjectNode(Map<String, Node> members, _) -> {
          Map<String, Node> all = new LinkedHashMap<>(members);
          String key = path.get(depth);
          all.put(key, next(all.get(key), depth));
          yield object(all);
        }
        case Node.ArrayNode(List<Node> elements, _) -> array(inElements(elements, depth));
        case Node.StringNode _, Node.LiteralNode _ ->
            throw new ColonnadeException(
                ErrorCode.INVALID_ARGUMENT,
                "cannot replace existing key",
                ErrorFields.NONE.withDetail(
                    "The path assumes key is a composite object, but it is a scalar value."));
      };
    }

    /** Returns what replaces the part of a step. */
    private Node next(@Nullable Node part, int depth) {
      if (depth == path.size() - 1) {
        return value;
      }
      return part == null ? created(depth + 1) : in(part, depth + 1);
    }

    private List<Node> inElements(List<Node> elements, int depth) {
      Integer index = number(path.get(depth));
      if (index == null) {
        throw new ColonnadeException(
            ErrorCode.INVALID_TEXT_REPRESENTATION,
            "path element at position %d is not an integer: \"%s\""
                .formatted(depth + 1, path.get(depth)));
      }
      int place = index < 0 ? elements.size() + index : index;
      if (place < 0) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT,
            "path element at position %d is out of range: %d".formatted(depth + 1, index));
      }
      List<Node> all = new ArrayList<>(elements);
      if (place < all.size()) {
        all.set(place, next(all.get(place), depth));
        return all;
      }
      fill(all, place);
      all.add(next(null, depth));
      return all;
    }

    /** Returns objects and arrays around the value for the steps of the path from a depth on. */
    private Node created(int depth) {
      Node node = value;
      for (int i = path.size() - 1; i >= depth; i--) {
        Integer index = number(path.get(i));
        if (index == null) {
          node = object(Map.of(path.get(i), node));
        } else {
          List<Node> elements = new ArrayList<>();
          fill(elements, index);
          elements.add(node);
          node = array(elements);
        }
      }
      return node;
    }

    /** Adds nulls up to a number of elements. */
    private static void fill(List<Node> elements, int size) {
      int missing = size - elements.size();
      if (missing > ADDED_ELEMENTS_MAX) {
        throw new ColonnadeException(
            ErrorCode.LIMIT_EXCEEDED,
            "number of added array elements exceeds the maximum: added=%d max=%d"
                .formatted(missing, ADDED_ELEMENTS_MAX));
      }
      elements.addAll(Collections.nCopies(Math.max(0, missing), NULL));
    }

    private static @Nullable Integer number(String step) {
      try {
        return Integer.valueOf(step.strip());
      } catch (NumberFormatException e) {
        return null;
      }
    }
  }
}
