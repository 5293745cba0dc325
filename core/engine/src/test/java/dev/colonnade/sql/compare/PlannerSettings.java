package dev.colonnade.sql.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random settings that lead to other plans of the same statements: little memory, parallel scans of
 * small tables, operators that the planner avoids.
 */
final class PlannerSettings {
  private static final List<String> OPERATORS =
      List.of(
          "enable_hashagg",
          "enable_hashjoin",
          "enable_indexscan",
          "enable_mergejoin",
          "enable_nestloop",
          "enable_seqscan",
          "enable_sort");

  /** Of so many rounds, one avoids an operator. */
  private static final int AVOIDED_EVERY = 6;

  private PlannerSettings() {}

  /** Returns the statements of a round: they restore settings of earlier ones first. */
  static List<String> of(long seed) {
    Random random = new Random(seed ^ 0x5e771965L);
    List<String> statements = new ArrayList<>();
    statements.add("reset all");
    if (random.nextInt(3) == 0) {
      statements.add("set work_mem = '64kB'");
    }
    if (random.nextInt(3) == 0) {
      statements.add("set min_parallel_table_scan_size = 0");
    }
    for (String operator : OPERATORS) {
      if (random.nextInt(AVOIDED_EVERY) == 0) {
        statements.add("set " + operator + " = off");
      }
    }
    return statements;
  }
}
