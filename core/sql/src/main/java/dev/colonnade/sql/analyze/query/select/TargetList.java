package dev.colonnade.sql.analyze.query.select;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.logical.copy.Equivalence;
import java.util.ArrayList;
import java.util.List;

/** Columns of a SELECT: those of its list, then hidden ones. */
final class TargetList {
  /** Maximum number of columns of a query, hidden ones included. */
  static final int SIZE_MAX = 1664;

  private final List<Target> targets = new ArrayList<>();

  /** Throws TOO_MANY_COLUMNS if there are more columns than {@link #SIZE_MAX}. */
  static void requireSize(int size) {
    if (size > SIZE_MAX) {
      throw new ColonnadeException(
          ErrorCode.TOO_MANY_COLUMNS,
          "target lists can have at most %d entries".formatted(SIZE_MAX));
    }
  }

  void add(Target target) {
    targets.add(target);
  }

  int size() {
    return targets.size();
  }

  Target get(int index) {
    return targets.get(index);
  }

  /** Returns the columns of the list itself. */
  List<Target> visible() {
    return targets.stream().filter(target -> !target.isHidden()).toList();
  }

  /** Returns all columns. */
  List<Target> all() {
    return List.copyOf(targets);
  }

  /** Returns the column of an equal value, which is added as a hidden one if there is none. */
  int findOrAdd(TypedExpression value) {
    int found = find(value);
    if (found >= 0) {
      return found;
    }
    targets.add(new Target(ResultNames.NONE, value, Origin.NONE, true));
    return targets.size() - 1;
  }

  /** Returns the column of an equal value; -1 if there is none. */
  int find(TypedExpression value) {
    for (int i = 0; i < targets.size(); i++) {
      TypedExpression other = targets.get(i).value();
      if (Equivalence.areEquivalent(other.expression(), value.expression())
          && other.type().equals(value.type())) {
        return i;
      }
    }
    return -1;
  }

  /** Replaces the value of a column. */
  void set(int index, TypedExpression value) {
    targets.set(index, targets.get(index).with(value));
  }
}
