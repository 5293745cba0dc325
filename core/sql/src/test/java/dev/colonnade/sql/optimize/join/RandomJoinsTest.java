package dev.colonnade.sql.optimize.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.logical.LogicalJoin.Kind;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.optimize.context.PlannerStatistics;
import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.statistics.TableStatistics;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RandomJoinsTest {
  private static final int ROUNDS = Integer.getInteger("joins.rounds", 1000);
  private static final long SEED = Long.getLong("joins.seed", 1);

  @Test
  void shouldReturnSameRowsOfInnerJoins() {
    compare(List.of(Kind.INNER), 7, false);
  }

  @Test
  void shouldReturnSameRowsOfOuterJoins() {
    compare(List.of(Kind.INNER, Kind.LEFT, Kind.LEFT), 6, false);
  }

  @Test
  void shouldReturnSameRowsOfFullJoins() {
    compare(List.of(Kind.INNER, Kind.LEFT, Kind.FULL, Kind.FULL), 5, false);
  }

  @Test
  void shouldReturnSameRowsOfAllJoins() {
    compare(List.of(Kind.INNER, Kind.INNER, Kind.LEFT, Kind.FULL, Kind.SEMI, Kind.ANTI), 6, false);
  }

  @Test
  void shouldReturnSameRowsOfSingleAndNullAwareJoins() {
    compare(List.of(Kind.INNER, Kind.LEFT, Kind.SINGLE, Kind.NULL_AWARE_ANTI), 5, false);
  }

  @Test
  void shouldRaiseNoNewErrors() {
    compare(List.of(Kind.INNER, Kind.INNER, Kind.LEFT, Kind.SEMI, Kind.ANTI), 5, true);
  }

  /** A predicate over both inputs of a LEFT join and a third relation. */
  @Test
  void shouldReturnSameRowsOfRecordedSeed() {
    compare(7_003_850, 1, List.of(Kind.INNER, Kind.LEFT, Kind.LEFT), 6, false);
  }

  private static void compare(List<Kind> kinds, int relationsMax, boolean hasErrors) {
    int reordered = compare(SEED * 1_000_003, ROUNDS, kinds, relationsMax, hasErrors);
    assertThat(reordered).isGreaterThan(ROUNDS / 4);
  }

  /** Returns the number of plans that were changed. */
  private static int compare(
      long firstSeed, int rounds, List<Kind> kinds, int relationsMax, boolean hasErrors) {
    int reordered = 0;
    for (int round = 0; round < rounds; round++) {
      long seed = firstSeed + round;
      Random random = new Random(seed);
      Variables variables = new Variables();
      LogicalPlan plan =
          new RandomJoins(random, variables, kinds, hasErrors)
              .plan(2 + random.nextInt(relationsMax - 1));
      List<List<@Nullable Object>> expected;
      try {
        expected = JoinInterpreter.rows(plan);
      } catch (JoinInterpreter.RowError e) {
        continue;
      }
      LogicalPlan ordered = JoinOrderer.order(plan, context(variables));
      assertThat(ordered.columns()).as("seed=%d", seed).isEqualTo(plan.columns());
      reordered += ordered.equals(plan) ? 0 : 1;
      String description = "seed=%d%n%s%n%s".formatted(seed, text(plan), text(ordered));
      List<List<@Nullable Object>> rows;
      try {
        rows = JoinInterpreter.rows(ordered);
      } catch (JoinInterpreter.RowError e) {
        throw new AssertionError(description, e);
      }
      assertThat(rows).as("%s", description).containsExactlyInAnyOrderElementsOf(expected);
    }
    return reordered;
  }

  private static String text(LogicalPlan plan) {
    return plan.toString()
        .replaceAll("Literal\\[type=VectorType\\[[^]]*], value=([^]]*)]", "$1")
        .replaceAll("Comparison\\[operator=(\\w+), left=([^,]*), right=([^]]*)]", "$2 $1 $3")
        .replace(", isDependent=false", "");
  }

  private static PlanningContext context(Variables variables) {
    return new PlanningContext(
        variables, new NoStatistics(), PlannerSettings.DEFAULT, Cancellation.withoutDeadline());
  }

  private static final class NoStatistics implements PlannerStatistics {
    @Override
    public long rowCount(Table table) {
      return 0;
    }

    @Override
    public @Nullable TableStatistics statistics(Table table) {
      return null;
    }
  }
}
