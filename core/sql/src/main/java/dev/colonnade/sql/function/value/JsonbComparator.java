package dev.colonnade.sql.function.value;

import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.scalar.NumericLimits;
import dev.colonnade.sql.function.value.JsonText.Node;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Comparator of {@code jsonb} values. Objects sort after arrays, then Booleans, numbers, strings
 * and null; of two containers, the one with fewer members sorts first, then members compare one by
 * one. An empty array that is a whole value sorts before everything, as in PostgreSQL.
 */
public final class JsonbComparator {
  private JsonbComparator() {}

  /** Compares two values in the canonical text form of {@code jsonb}. */
  public static int compare(String left, String right) {
    return left.equals(right) ? 0 : compareWhole(JsonText.parse(left), JsonText.parse(right));
  }

  private static int compareWhole(Node left, Node right) {
    boolean isLeftEmpty = isEmptyArray(left);
    boolean isRightEmpty = isEmptyArray(right);
    return isLeftEmpty || isRightEmpty
        ? Boolean.compare(isRightEmpty, isLeftEmpty)
        : compare(left, right);
  }

  private static boolean isEmptyArray(Node node) {
    return node instanceof Node.ArrayNode array && array.elements().isEmpty();
  }

  private static int compare(Node left, Node right) {
    Interruption.check();
    if (left instanceof Node.ObjectNode one && right instanceof Node.ObjectNode other) {
      return compareObjects(one.members(), other.members());
    }
    if (left instanceof Node.ArrayNode one && right instanceof Node.ArrayNode other) {
      return compareArrays(one.elements(), other.elements());
    }
    int rank = rank(left);
    int otherRank = rank(right);
    if (rank != otherRank) {
      return Integer.compare(rank, otherRank);
    }
    if (left instanceof Node.StringNode one && right instanceof Node.StringNode other) {
      return SqlValueComparator.compare(one.value(), other.value());
    }
    return rank == NUMBER
        ? NumericLimits.parse(left.source()).compareTo(NumericLimits.parse(right.source()))
        : Boolean.compare(left.source().equals("true"), right.source().equals("true"));
  }

  private static final int NUMBER = 3;

  private static int rank(Node node) {
    return switch (node) {
      case Node.ObjectNode _ -> 6;
      case Node.ArrayNode _ -> 5;
      case Node.StringNode _ -> 2;
      case Node.LiteralNode(String word) ->
          switch (word) {
            case "null" -> 1;
            case "true", "false" -> 4;
            default -> NUMBER;
          };
    };
  }

  private static int compareArrays(List<Node> left, List<Node> right) {
    if (left.size() != right.size()) {
      return Integer.compare(left.size(), right.size());
    }
    for (int i = 0; i < left.size(); i++) {
      int compared = compare(left.get(i), right.get(i));
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }

  /** Compares objects whose keys are in {@code jsonb} order. */
  private static int compareObjects(Map<String, Node> left, Map<String, Node> right) {
    if (left.size() != right.size()) {
      return Integer.compare(left.size(), right.size());
    }
    Iterator<Map.Entry<String, Node>> otherMembers = right.entrySet().iterator();
    for (Map.Entry<String, Node> member : left.entrySet()) {
      Map.Entry<String, Node> other = otherMembers.next();
      int byKey = SqlValueComparator.compare(member.getKey(), other.getKey());
      int compared = byKey != 0 ? byKey : compare(member.getValue(), other.getValue());
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }
}
