package dev.colonnade.sql.execute.join;

import dev.colonnade.sql.execute.TestCondition;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.vector.key.RowComparator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reference implementation of joins: compares all rows of lists. */
@SuppressWarnings("NullAway")
public final class JoinReference {
  private JoinReference() {}

  public static List<List<@Nullable Object>> join(JoinShape shape, TestRows left, TestRows right) {
    List<List<@Nullable Object>> result = new ArrayList<>();
    boolean[] rightMatched = new boolean[right.rows().size()];
    for (List<@Nullable Object> leftRow : left.rows()) {
      boolean isMatched = false;
      for (int i = 0; i < rightMatched.length; i++) {
        List<@Nullable Object> pair = pair(leftRow, right.rows().get(i));
        if (matches(shape, leftRow, right.rows().get(i), pair)) {
          isMatched = true;
          rightMatched[i] = true;
          if (!shape.kind().isLeftOnly()) {
            result.add(pair);
          }
        }
      }
      addLeft(shape, leftRow, isMatched, result);
    }
    if (shape.kind() == JoinPlan.Kind.RIGHT || shape.kind() == JoinPlan.Kind.FULL) {
      for (int i = 0; i < rightMatched.length; i++) {
        if (!rightMatched[i]) {
          result.add(pair(nulls(left.types().size()), right.rows().get(i)));
        }
      }
    }
    return result;
  }

  private static void addLeft(
      JoinShape shape,
      List<@Nullable Object> leftRow,
      boolean isMatched,
      List<List<@Nullable Object>> result) {
    switch (shape.kind()) {
      case INNER, RIGHT -> {}
      case LEFT, FULL -> {
        if (!isMatched) {
          result.add(pair(leftRow, nulls(shape.rightTypes().size())));
        }
      }
      case SEMI -> {
        if (isMatched) {
          result.add(leftRow);
        }
      }
      case ANTI, NULL_AWARE_ANTI -> {
        if (!isMatched) {
          result.add(leftRow);
        }
      }
    }
  }

  private static boolean matches(
      JoinShape shape,
      List<@Nullable Object> leftRow,
      List<@Nullable Object> rightRow,
      List<@Nullable Object> pair) {
    boolean isNullAware = shape.kind() == JoinPlan.Kind.NULL_AWARE_ANTI;
    for (JoinPlan.Key key : shape.keys()) {
      Object left = leftRow.get(key.left());
      Object right = rightRow.get(key.right());
      boolean isEqual;
      if (left == null || right == null) {
        isEqual = key.nullsEqual() ? left == right : isNullAware;
      } else {
        isEqual =
            RowComparator.compareValues(shape.leftTypes().get(key.left()).ofValues(), left, right)
                == 0;
      }
      if (!isEqual) {
        return false;
      }
    }
    if (shape.condition() == null) {
      return true;
    }
    Boolean truth = ((TestCondition) shape.condition()).function().apply(pair);
    boolean unknownMatches = isNullAware && shape.keys().isEmpty();
    return truth == null ? unknownMatches : truth;
  }

  private static List<@Nullable Object> pair(
      List<@Nullable Object> left, List<@Nullable Object> right) {
    List<@Nullable Object> pair = new ArrayList<>(left);
    pair.addAll(right);
    return pair;
  }

  private static List<@Nullable Object> nulls(int count) {
    return new ArrayList<>(Collections.nCopies(count, null));
  }
}
