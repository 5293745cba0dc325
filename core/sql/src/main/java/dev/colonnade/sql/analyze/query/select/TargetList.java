package dev.colonnade.sql.analyze.query.select;

import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.logical.copy.Equivalence;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Columns of a SELECT: those of its list, then hidden ones. */
final class TargetList {
  private final List<Target> targets = new ArrayList<>();

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
    for (int i = 0; i < targets.size(); i++) {
      TypedExpression other = targets.get(i).value();
      if (Equivalence.areEquivalent(other.expression(), value.expression())
          && other.type().equals(value.type())) {
        return i;
      }
    }
    targets.add(new Target(ResultNames.NONE, value, Origin.NONE, true));
    return targets.size() - 1;
  }

  /** Replaces the value of a column. */
  void set(int index, TypedExpression value) {
    targets.set(index, targets.get(index).with(value));
  }

  /** Replaces the values of all columns. */
  void replaceAll(UnaryOperator<TypedExpression> change) {
    targets.replaceAll(target -> target.with(change.apply(target.value())));
  }
}
