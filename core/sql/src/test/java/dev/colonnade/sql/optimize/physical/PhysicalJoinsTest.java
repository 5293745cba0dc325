package dev.colonnade.sql.optimize.physical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Executes physical plans of joins over rows with NULLs, compared with a plain reference. */
class PhysicalJoinsTest {
  @TempDir Path folder;

  /** Condition as an expression, and as a function of two rows. */
  private enum Condition {
    NONE,
    EQUAL,
    TWO_EQUAL,
    EQUAL_AND_LESS,
    NOT_DISTINCT,
    COMPUTED,
    LESS;

    List<Expression> expressions(
        PlannerFixture fixture, List<Variable> left, List<Variable> right) {
      Expression equal = fixture.compare(left.get(1), "=", right.get(1));
      Expression less = fixture.compare(left.get(2), "<", right.get(2));
      return switch (this) {
        case NONE -> List.of();
        case EQUAL -> List.of(equal);
        case TWO_EQUAL -> List.of(equal, fixture.compare(right.get(2), "=", left.get(2)));
        case EQUAL_AND_LESS -> List.of(equal, less);
        case NOT_DISTINCT ->
            List.of(fixture.builder.distinct(true, List.of(left.get(1)), List.of(right.get(1))));
        case COMPUTED ->
            List.of(
                fixture.compare(
                    fixture.builder.cast(left.get(1), dev.colonnade.sql.type.TypeKind.NUMERIC),
                    "=",
                    fixture.builder.cast(right.get(1), dev.colonnade.sql.type.TypeKind.NUMERIC)));
        case LESS -> List.of(less);
      };
    }

    @Nullable Boolean holds(List<@Nullable Integer> left, List<@Nullable Integer> right) {
      Boolean equal = equal(left.get(1), right.get(1));
      Integer some = left.get(2);
      Integer other = right.get(2);
      Boolean less = (some == null || other == null) ? null : (Boolean) (some < other);
      return switch (this) {
        case NONE -> true;
        case EQUAL, COMPUTED -> equal;
        case TWO_EQUAL -> and(equal, equal(some, other));
        case EQUAL_AND_LESS -> and(equal, less);
        case NOT_DISTINCT -> java.util.Objects.equals(left.get(1), right.get(1));
        case LESS -> less;
      };
    }

    private static @Nullable Boolean equal(@Nullable Integer some, @Nullable Integer other) {
      return (some == null || other == null) ? null : (Boolean) some.equals(other);
    }

    private static @Nullable Boolean and(@Nullable Boolean some, @Nullable Boolean other) {
      if (Boolean.FALSE.equals(some) || Boolean.FALSE.equals(other)) {
        return false;
      }
      return (some == null || other == null) ? null : (Boolean) true;
    }
  }

  static List<Arguments> joins() {
    List<Arguments> all = new ArrayList<>();
    for (LogicalJoin.Kind kind : LogicalJoin.Kind.values()) {
      for (Condition condition : Condition.values()) {
        for (boolean isDependent : new boolean[] {false, true}) {
          if (kind != LogicalJoin.Kind.FULL || !isDependent) {
            all.add(Arguments.of(kind, condition, isDependent));
          }
        }
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("joins")
  void shouldReturnTheRowsOfTheReference(
      LogicalJoin.Kind kind, Condition condition, boolean isDependent) {
    for (int seed = 0; seed < 6; seed++) {
      Random random = new Random(seed);
      int leftCount = random.nextInt(12);
      int rightCount = kind == LogicalJoin.Kind.SINGLE ? random.nextInt(4) : random.nextInt(12);
      List<List<@Nullable Integer>> left = randomRows(leftCount, random);
      List<List<@Nullable Integer>> right = randomRows(rightCount, random);
      check(kind, condition, isDependent, left, right);
    }
  }

  private void check(
      LogicalJoin.Kind kind,
      Condition condition,
      boolean isDependent,
      List<List<@Nullable Integer>> left,
      List<List<@Nullable Integer>> right) {
    PlannerFixture fixture = new PlannerFixture(1000);
    LogicalSource.Rows leftRows = fixture.rows(columns(fixture, "l"), left);
    LogicalSource.Rows rightRows = fixture.rows(columns(fixture, "r"), right);
    List<Expression> conditions =
        condition.expressions(fixture, leftRows.columns(), rightRows.columns());
    boolean filters = isDependent && kind != LogicalJoin.Kind.NULL_AWARE_ANTI;
    LogicalPlan inner =
        filters && !conditions.isEmpty()
            ? new LogicalOperator.Filter(rightRows, conditions)
            : rightRows;
    LogicalPlan join =
        new LogicalJoin(kind, leftRows, inner, filters ? List.of() : conditions, isDependent);
    List<List<@Nullable Object>> expected = reference(kind, condition, left, right);
    if (expected.isEmpty() && isTwice(kind, condition, left, right)) {
      assertThatThrownBy(() -> fixture.execute(join, folder))
          .isInstanceOf(ColonnadeException.class)
          .hasMessageContaining("more than one row");
    } else {
      assertThat(fixture.execute(join, folder))
          .as(() -> fixture.explain(join) + "\nleft=" + left + "\nright=" + right)
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  private static List<Variable> columns(PlannerFixture fixture, String side) {
    return List.of(
        fixture.variable(PlannerFixture.INTEGER, side + "id"),
        fixture.variable(PlannerFixture.INTEGER, side + "a"),
        fixture.variable(PlannerFixture.INTEGER, side + "b"));
  }

  private static List<List<@Nullable Integer>> randomRows(int count, Random random) {
    List<List<@Nullable Integer>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(Arrays.asList(i, randomValue(random), randomValue(random)));
    }
    return rows;
  }

  private static @Nullable Integer randomValue(Random random) {
    int value = random.nextInt(5);
    return value == 0 ? null : (Integer) value;
  }

  private static boolean isTwice(
      LogicalJoin.Kind kind,
      Condition condition,
      List<List<@Nullable Integer>> left,
      List<List<@Nullable Integer>> right) {
    return kind == LogicalJoin.Kind.SINGLE
        && left.stream()
            .anyMatch(
                (List<@Nullable Integer> row) ->
                    right.stream()
                            .filter(
                                (List<@Nullable Integer> other) ->
                                    Boolean.TRUE.equals(condition.holds(row, other)))
                            .count()
                        > 1);
  }

  /** Returns the rows of a join; none if a left row of a SINGLE join has two matches. */
  private static List<List<@Nullable Object>> reference(
      LogicalJoin.Kind kind,
      Condition condition,
      List<List<@Nullable Integer>> left,
      List<List<@Nullable Integer>> right) {
    List<List<@Nullable Object>> result = new ArrayList<>();
    boolean[] matchedRight = new boolean[right.size()];
    if (isTwice(kind, condition, left, right)) {
      return result;
    }
    for (List<@Nullable Integer> row : left) {
      boolean isMatched = false;
      boolean isUnknown = false;
      for (int i = 0; i < matchedRight.length; i++) {
        Boolean holds = condition.holds(row, right.get(i));
        isUnknown |= holds == null;
        if (Boolean.TRUE.equals(holds)) {
          isMatched = true;
          matchedRight[i] = true;
          if (!kind.isLeftOnly()) {
            result.add(pair(row, right.get(i)));
          }
        }
      }
      boolean isAdded =
          switch (kind) {
            case INNER -> false;
            case LEFT, FULL, SINGLE, ANTI -> !isMatched;
            case SEMI -> isMatched;
            case NULL_AWARE_ANTI -> !isMatched && !isUnknown;
          };
      if (isAdded) {
        result.add(
            kind.isLeftOnly()
                ? new ArrayList<>(row)
                : pair(row, Collections.nCopies(3, (Integer) null)));
      }
    }
    for (int i = 0; i < matchedRight.length; i++) {
      if (kind == LogicalJoin.Kind.FULL && !matchedRight[i]) {
        result.add(pair(Collections.nCopies(3, (Integer) null), right.get(i)));
      }
    }
    return result;
  }

  private static List<@Nullable Object> pair(
      List<@Nullable Integer> left, List<@Nullable Integer> right) {
    List<@Nullable Object> pair = new ArrayList<>(left);
    pair.addAll(right);
    return pair;
  }
}
