package dev.colonnade.sql.function;

import dev.colonnade.sql.function.JsonText.Node;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The order of {@code jsonb} values: objects after arrays after truth values after numbers after
 * texts after null; of two containers that with fewer members first, then member by member. An
 * empty array comes before everything, as in PostgreSQL.
 */
public final class JsonOrder {
  private JsonOrder() {}

  /** Compares two texts in the form of {@code jsonb}. */
  public static int compare(String left, String right) {
    return left.equals(right) ? 0 : compare(JsonText.parse(left), JsonText.parse(right));
  }

  private static int compare(Node left, Node right) {
    if (left instanceof Node.OfObject one && right instanceof Node.OfObject other) {
      return compareObjects(one.members(), other.members());
    }
    if (left instanceof Node.OfArray one && right instanceof Node.OfArray other) {
      return compareArrays(one.elements(), other.elements());
    }
    int rank = rank(left);
    int otherRank = rank(right);
    if (rank != otherRank) {
      return Integer.compare(rank, otherRank);
    }
    if (left instanceof Node.OfText one && right instanceof Node.OfText other) {
      return ValueOrder.compare(one.value(), other.value());
    }
    return rank == NUMBER
        ? new BigDecimal(left.source()).compareTo(new BigDecimal(right.source()))
        : Boolean.compare(left.source().equals("true"), right.source().equals("true"));
  }

  private static final int NUMBER = 3;

  private static int rank(Node node) {
    return switch (node) {
      case Node.OfObject _ -> 6;
      case Node.OfArray array -> array.elements().isEmpty() ? 0 : 5;
      case Node.OfText _ -> 2;
      case Node.OfWord(String word) ->
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

  /** Keys stand in the order of {@code jsonb}. */
  private static int compareObjects(Map<String, Node> left, Map<String, Node> right) {
    if (left.size() != right.size()) {
      return Integer.compare(left.size(), right.size());
    }
    Iterator<Map.Entry<String, Node>> others = right.entrySet().iterator();
    for (Map.Entry<String, Node> member : left.entrySet()) {
      Map.Entry<String, Node> other = others.next();
      int byKey = ValueOrder.compare(member.getKey(), other.getKey());
      int compared = byKey != 0 ? byKey : compare(member.getValue(), other.getValue());
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }
}
