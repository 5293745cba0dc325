package dev.colonnade.sql.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.explain.format.ExplainFormat;
import dev.colonnade.sql.physical.PhysicalPlan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares plans, which are made by hand as PostgreSQL 15 chooses them, with its output in {@code
 * explain/postgresql-plans.txt}: the text, JSON, YAML and XML have to be equal.
 */
class PostgresqlPlansTest {
  private static final Map<String, PhysicalPlan> PLANS = PostgresqlPlans.all();
  private static final Map<String, TableChange> CHANGES = PostgresqlPlans.changes();

  /** Statement with PostgreSQL's output. */
  record Block(String name, String statement, String output) {
    private boolean has(String option) {
      return statement.substring(0, statement.indexOf(')')).contains(option);
    }

    PlanDisplay display() {
      ExplainFormat format =
          has("format json")
              ? ExplainFormat.JSON
              : has("format yaml")
                  ? ExplainFormat.YAML
                  : has("format xml") ? ExplainFormat.XML : ExplainFormat.TEXT;
      return new PlanDisplay(false, has("verbose"), false, false, false, false, format);
    }

    @Override
    public String toString() {
      return statement;
    }
  }

  static List<Block> blocks() throws IOException {
    try (InputStream in =
        PostgresqlPlansTest.class.getResourceAsStream("/explain/postgresql-plans.txt")) {
      String text =
          new String(
              Objects.requireNonNull(in, "in is null").readAllBytes(), StandardCharsets.UTF_8);
      List<Block> blocks = new ArrayList<>();
      String[] parts = text.split("(?m)^== ", -1);
      for (int i = 1; i < parts.length; i++) {
        String[] lines = parts[i].split("\n", 4);
        blocks.add(new Block(lines[0], lines[1], lines[3].strip()));
      }
      return blocks;
    }
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void shouldPrintPlansAsPostgresql(Block block) {
    Explanation explanation =
        new Explanation(block.display(), StatisticsSource.NONE, _ -> "public");
    PhysicalPlan plan = Objects.requireNonNull(PLANS.get(block.name()), block.name());
    TableChange change = CHANGES.get(block.name());
    QueryTimes times = new QueryTimes(0, 0);
    List<String> lines =
        change == null ? explanation.lines(plan, times) : explanation.lines(change, plan, times);
    assertThat(String.join("\n", lines)).isEqualTo(block.output());
  }

  @Test
  void shouldCompareAllPlans() throws IOException {
    Set<String> compared = new LinkedHashSet<>();
    blocks().forEach(block -> compared.add(block.name()));
    assertThat(compared).containsExactlyInAnyOrderElementsOf(PLANS.keySet());
  }
}
