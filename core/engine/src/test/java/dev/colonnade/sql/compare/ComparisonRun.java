package dev.colonnade.sql.compare;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.compare.Comparison.Outcome;
import dev.colonnade.sql.compare.Shrinker.Case;
import dev.colonnade.sql.compare.schema.Schema;
import dev.colonnade.sql.compare.schema.SchemaGenerator;
import dev.colonnade.sql.compare.statement.StatementGenerator;
import dev.colonnade.sql.compare.statement.TestStatement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Run of many statements: rounds with a schema each. */
final class ComparisonRun {
  private static final boolean REPORTS_VALUES = Boolean.getBoolean("colonnade.compare.values");
  private static final int STATEMENTS_OF_ROUND = 60;

  /** Reduced differences of each kind of error; others are only counted. */
  private static final int ERRORS_REDUCED_MAX = 1;

  private final Comparison comparison;
  private final Set<String> known;
  private final Set<String> avoided;
  private final int variantsMax;
  private final DifferenceReport report = new DifferenceReport();
  private final Map<String, Integer> dependentOnOrder = new HashMap<>();
  private int compared;
  private int skipped;
  private int sameState;
  private final Map<String, Integer> failed = new TreeMap<>();
  private final Map<String, Integer> otherStates = new TreeMap<>();

  /**
   * Creates a run.
   *
   * @param known classes of differences that are not reduced
   * @param avoided features of statements that are not run
   * @param variantsMax number of variants of a differing statement that are run to reduce it
   */
  ComparisonRun(Comparison comparison, Set<String> known, Set<String> avoided, int variantsMax) {
    this.avoided = Set.copyOf(avoided);
    this.known = Set.copyOf(known);
    this.comparison = requireNonNull(comparison, "comparison is null");
    this.variantsMax = variantsMax;
  }

  DifferenceReport report() {
    return report;
  }

  int compared() {
    return compared;
  }

  /** Returns the numbers of statements as a text. */
  String numbers() {
    return "compared=%d errors=%d ofSameState=%d otherStates=%s failed=%s skipped=%d dependentOnOrder=%s"
        .formatted(
            compared,
            failed.values().stream().mapToInt(Integer::intValue).sum(),
            sameState,
            otherStates,
            failed,
            skipped,
            dependentOnOrder);
  }

  /** Runs one round of statements; equal seeds, equal rounds. */
  void round(long seed) {
    comparison.set(PlannerSettings.of(seed));
    Schema schema = load(new SchemaGenerator(seed).next(), seed);
    if (schema == null) {
      return;
    }
    StatementGenerator statements = new StatementGenerator(seed, schema);
    for (int i = 0; i < STATEMENTS_OF_ROUND; i++) {
      TestStatement statement = statements.next();
      if (!Collections.disjoint(DifferenceReport.features(statement), avoided)) {
        continue;
      }
      Outcome outcome = comparison.run(statement, schema);
      compared++;
      skipped += outcome.isSkipped() ? 1 : 0;
      if (!outcome.failure().isEmpty()) {
        failed.merge(outcome.failure(), 1, Integer::sum);
        if (outcome.failure().equals(outcome.actualFailure())) {
          sameState++;
        } else {
          otherStates.merge(outcome.failure() + "/" + outcome.actualFailure(), 1, Integer::sum);
        }
      }
      Difference difference = outcome.difference();
      if (difference != null && !register(new Case(schema, statement, difference), seed)) {
        return;
      }
    }
  }

  /** Returns false if the schema could not be loaded again. */
  private boolean register(Case found, long seed) {
    Difference difference = found.difference();
    if (!REPORTS_VALUES && AnswerComparison.dependsOnOrder(difference)) {
      dependentOnOrder.merge(difference.kind(), 1, Integer::sum);
      return true;
    }
    if (known.stream().anyMatch(each -> DifferenceReport.isOfClass(found, each))) {
      report.add(difference);
      return true;
    }
    if (difference.actual().hasTimedOut()) {
      report.add(found, seed);
      return load(found.schema(), seed) != null;
    }
    if (!difference.isOfRows() && report.count(difference.kind()) >= ERRORS_REDUCED_MAX) {
      report.add(difference);
      return true;
    }
    Shrinker shrinker =
        new Shrinker(comparison, difference.isOfRows() ? variantsMax : variantsMax / 2);
    Case smallest = shrinker.shrinkSchema(shrinker.shrinkStatement(found));
    report.add(smallest, seed);
    return load(found.schema(), seed) != null;
  }

  private @Nullable Schema load(Schema schema, long seed) {
    List<Difference> refused = new ArrayList<>();
    Schema loaded = comparison.load(schema, refused);
    for (Difference difference : refused) {
      report.addDefinition(difference, seed);
    }
    return loaded;
  }
}
