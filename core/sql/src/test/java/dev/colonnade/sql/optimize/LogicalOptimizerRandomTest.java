package dev.colonnade.sql.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalPlanPrinter;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.optimize.context.PlannerStatistics;
import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.statistics.TableStatistics;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Metamorphic test: random plans have the same rows before and after they are optimized. */
final class LogicalOptimizerRandomTest {
  private static final int PLANS = Integer.getInteger("colonnade.test.randomPlans", 2_000);
  private static final long SEED = Long.getLong("colonnade.test.seed", System.nanoTime());

  @Test
  void shouldReturnTheSameRows() {
    System.out.println("colonnade.test.seed=" + SEED);
    Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    for (int i = 0; i < PLANS; i++) {
      outcomes.merge(outcome(SEED + i), 1, Integer::sum);
    }
    System.out.println(outcomes);
    assertThat(outcomes.getOrDefault(Outcome.EQUAL, 0)).isGreaterThan(PLANS / 3);
    assertThat(outcomes.getOrDefault(Outcome.EXPOSED_ERROR, 0)).isLessThan(2 + PLANS / 200);
  }

  /** Results of the comparison of a plan with the optimized plan. */
  private enum Outcome {
    EQUAL,
    /** The execution of the plan fails or takes too long. */
    NOT_COMPARED,
    /**
     * Only the optimized plan fails: a predicate is evaluated for rows that another predicate
     * excludes, or an input of a join that has no rows. SQL does not define the order of these.
     */
    EXPOSED_ERROR
  }

  private static Outcome outcome(long seed) {
    Random random = new Random(seed);
    Variables variables = new Variables();
    LogicalPlan plan = new RandomPlans(random, variables).statement();
    Map<String, List<List<@Nullable Object>>> tables = RandomPlans.tables(random);
    // Many rows decide which subqueries become joins.
    long rowCount = random.nextBoolean() ? 4 : 10_000_000;
    List<List<@Nullable Object>> expected;
    try {
      expected = new PlanInterpreter(tables).execute(plan);
    } catch (ColonnadeException | PlanInterpreter.TooLongException e) {
      LogicalOptimizer.optimize(plan, context(variables, rowCount));
      return Outcome.NOT_COMPARED;
    }
    String text = "seed=" + seed + " " + tables + "\n" + LogicalPlanPrinter.print(plan);
    try {
      LogicalPlan optimized = LogicalOptimizer.optimize(plan, context(variables, rowCount));
      text += "optimized:\n" + LogicalPlanPrinter.print(optimized);
      assertThat(optimized.columns()).describedAs(text).isEqualTo(plan.columns());
      List<List<@Nullable Object>> actual = new PlanInterpreter(tables).execute(optimized);
      assertThat(PlanInterpreter.counted(actual))
          .describedAs(text)
          .isEqualTo(PlanInterpreter.counted(expected));
    } catch (PlanInterpreter.TooLongException e) {
      return Outcome.NOT_COMPARED;
    } catch (ColonnadeException e) {
      return Outcome.EXPOSED_ERROR;
    } catch (RuntimeException e) {
      throw new AssertionError(text, e);
    }
    return Outcome.EQUAL;
  }

  private static PlanningContext context(Variables variables, long rowCount) {
    return new PlanningContext(
        variables,
        new EqualTables(rowCount),
        PlannerSettings.DEFAULT,
        Cancellation.withoutDeadline());
  }

  /** Statistics of tables that have the same number of rows. */
  private record EqualTables(long rows) implements PlannerStatistics {
    @Override
    public long rowCount(Table table) {
      return rows;
    }

    @Override
    public @Nullable TableStatistics statistics(Table table) {
      return null;
    }
  }
}
