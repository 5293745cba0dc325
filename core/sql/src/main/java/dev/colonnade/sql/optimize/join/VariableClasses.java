package dev.colonnade.sql.optimize.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;

/** Classes of variables that the predicates of an inner join make equal. One thread. */
final class VariableClasses {
  private final ConflictRules rules;
  private final List<List<Variable>> classes = new ArrayList<>();

  VariableClasses(ConflictRules rules) {
    this.rules = requireNonNull(rules, "rules is null");
  }

  ConflictRules rules() {
    return rules;
  }

  List<List<Variable>> classes() {
    return classes;
  }

  /** Adds a predicate if it is an equality that is transitive. Returns whether it is. */
  boolean add(Expression predicate) {
    if (!(predicate instanceof Comparison comparison)
        || comparison.operator() != ComparisonOperator.EQUAL
        || !(comparison.left() instanceof Variable left)
        || !(comparison.right() instanceof Variable right)
        || !haveOneEquality(left, right)) {
      return false;
    }
    List<Variable> ofLeft = classOf(left);
    List<Variable> ofRight = classOf(right);
    if (ofLeft != ofRight) {
      classes.removeIf(other -> other == ofRight);
      ofLeft.addAll(ofRight);
    }
    return true;
  }

  private List<Variable> classOf(Variable variable) {
    for (List<Variable> one : classes) {
      if (one.contains(variable)) {
        return one;
      }
    }
    List<Variable> fresh = new ArrayList<>(List.of(variable));
    classes.add(fresh);
    return fresh;
  }

  private static boolean haveOneEquality(Variable left, Variable right) {
    return left.type().equals(right.type())
        || (isInteger(left.type().kind()) && isInteger(right.type().kind()))
        || (isText(left.type().kind()) && isText(right.type().kind()));
  }

  private static boolean isInteger(TypeKind kind) {
    return kind == TypeKind.SMALLINT || kind == TypeKind.INTEGER || kind == TypeKind.BIGINT;
  }

  private static boolean isText(TypeKind kind) {
    return kind == TypeKind.TEXT || kind == TypeKind.VARCHAR;
  }
}
