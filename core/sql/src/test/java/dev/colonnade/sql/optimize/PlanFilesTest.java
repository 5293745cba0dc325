package dev.colonnade.sql.optimize;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalPlanPrinter;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.optimize.context.PlannerStatistics;
import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.statistics.TableStatistics;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plan tests: a plan and the plan that the optimizer makes of it, from files of plans. */
final class PlanFilesTest {
  @ParameterizedTest
  @ValueSource(strings = {"pushdown.txt", "unnesting.txt", "first-rows.txt"})
  void shouldReturnRecordedPlans(String file) throws IOException {
    String recorded;
    try (InputStream in = PlanFilesTest.class.getResourceAsStream("/optimize/" + file)) {
      recorded = new String(requireNonNull(in, "no file").readAllBytes(), StandardCharsets.UTF_8);
    }
    StringBuilder actual = new StringBuilder();
    List<String> names =
        recorded.lines().filter(l -> l.startsWith("# ")).map(l -> l.substring(2)).toList();
    for (String name : names) {
      if (!actual.isEmpty()) {
        actual.append('\n');
      }
      PlanCases cases = new PlanCases();
      LogicalPlan plan = cases.plan(name);
      PlanningContext context =
          new PlanningContext(
              cases.variables,
              new LargeTables(),
              PlannerSettings.DEFAULT,
              Cancellation.withoutDeadline());
      actual
          .append("# ")
          .append(name)
          .append('\n')
          .append(LogicalPlanPrinter.print(plan))
          .append("->\n")
          .append(LogicalPlanPrinter.print(LogicalOptimizer.optimize(plan, context)));
    }
    assertThat(actual.toString()).isEqualTo(recorded);
  }

  /** Statistics of tables with many rows. */
  private static final class LargeTables implements PlannerStatistics {
    @Override
    public long rowCount(Table table) {
      return 100_000;
    }

    @Override
    public @Nullable TableStatistics statistics(Table table) {
      return null;
    }
  }
}
