package dev.colonnade.sql.command;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.KeySpan;
import dev.colonnade.progress.CommandProgress;
import dev.colonnade.progress.ProgressCommand;
import dev.colonnade.progress.ProgressCounter;
import dev.colonnade.progress.ProgressPhase;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.statistics.StatisticsCollector;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** ANALYZE, which reads a sample of the rows, and VACUUM, which has nothing else to do. */
final class AnalyzeStatement implements PreparedStatement {
  private static final String VACUUM = "VACUUM";

  /**
   * Rows of the largest table that is scanned as a whole, of which a random part is the sample.
   * Above that, the seeks of {@code sample} need less time than the scan.
   */
  private static final long SCANNED_ROWS_MAX = 10L * StatisticsCollector.SAMPLE_ROWS_MAX;

  /** Bytes of the largest table that is scanned as a whole. */
  private static final long SCANNED_BYTES_MAX = 64L << 20;

  /** Columns of a key whose combinations of values are counted, at most. */
  private static final int GROUP_COLUMNS_MAX = 4;

  /** Number of sampled rows between two reports of the progress. */
  private static final int PROGRESS_ROWS = 256;

  private final boolean isVacuum;
  private final List<Table> tables;
  private final List<String> skipped;

  /**
   * Creates the statement.
   *
   * @param tables tables to be analyzed
   * @param skipped names of the other relations that the command lists
   */
  AnalyzeStatement(boolean isVacuum, List<Table> tables, List<String> skipped) {
    this.isVacuum = isVacuum;
    this.tables = List.copyOf(tables);
    this.skipped = List.copyOf(skipped);
  }

  @Override
  public StatementResult run(Execution execution) {
    if (isVacuum) {
      TransactionBlocks.refuse(execution, VACUUM);
    }
    for (String name : skipped) {
      execution
          .notices()
          .warn(
              "skipping \"%s\" --- cannot %s non-tables or special system tables"
                  .formatted(name, isVacuum ? "vacuum" : "analyze"));
    }
    for (Table table : tables) {
      if (mayAnalyze(table, execution)) {
        analyze(table, execution);
      }
    }
    return StatementResult.changed(isVacuum ? VACUUM : "ANALYZE", 0);
  }

  /** Returns whether the user owns a table or the database; adds a warning otherwise. */
  private boolean mayAnalyze(Table table, Execution execution) {
    NameScope names = execution.transaction().names();
    boolean isAllowed =
        names.privileges().owns(table.id()) || names.privileges().owns(names.database().id());
    if (!isAllowed) {
      execution
          .notices()
          .warn(
              "skipping \"%s\" --- only table or database owner can %s it"
                  .formatted(table.name(), isVacuum ? "vacuum" : "analyze"));
    }
    return isAllowed;
  }

  private static void analyze(Table table, Execution execution) {
    try (CommandProgress progress =
        execution.transaction().session().progress().begin(ProgressCommand.ANALYZE, table.id())) {
      analyze(table, execution, progress);
    }
  }

  private static void analyze(Table table, Execution execution, CommandProgress progress) {
    StatementTransaction transaction = execution.transaction();
    SplittableRandom random = new SplittableRandom(table.id());
    long rowCount = transaction.tables().rowCount(table);
    progress.set(
        ProgressCounter.PARTS_TOTAL, Math.min(rowCount, StatisticsCollector.SAMPLE_ROWS_MAX));
    progress.enter(ProgressPhase.ACQUIRING_SAMPLE);
    boolean isScanned =
        rowCount <= SCANNED_ROWS_MAX && transaction.tables().sizeBytes(table) <= SCANNED_BYTES_MAX;
    List<KeySpan> spans =
        isScanned
            ? List.of(table.format().keyCodec().span())
            : transaction
                .tables()
                .sample(
                    table,
                    StatisticsCollector.SAMPLE_ROWS_MAX,
                    transaction.readTimestamp(),
                    random,
                    execution.cancellation());
    SampleGaps gaps =
        new SampleGaps(
            isScanned ? (double) StatisticsCollector.SAMPLE_ROWS_MAX / rowCount : 1, random);
    List<Integer> columnIds = table.schema().visibleColumns().stream().map(Column::id).toList();
    StatisticsCollector collector = new StatisticsCollector(table.id(), columnIds, random);
    try (SampledRows rows =
        SampledRows.open(
            transaction,
            table,
            columnIds,
            spans,
            isScanned ? 0 : StatisticsCollector.SAMPLE_ROWS_MAX,
            execution.cancellation())) {
      collect(rows, gaps, collector, progress);
    }
    progress.enter(ProgressPhase.COMPUTING_STATISTICS);
    transaction.tables().store(collector.statistics(rowCount, keyGroups(table)));
  }

  private static void collect(
      SampledRows rows, SampleGaps gaps, StatisticsCollector collector, CommandProgress progress) {
    int count = 0;
    for (@Nullable Object[] row = rows.next(gaps.next());
        row != null;
        row = rows.next(gaps.next())) {
      collector.add(row);
      if (++count % PROGRESS_ROWS == 0) {
        progress.set(ProgressCounter.PARTS_DONE, count);
      }
    }
    progress.set(ProgressCounter.PARTS_DONE, count);
  }

  /** Returns the first columns of keys, from two columns on. */
  private static List<List<Integer>> keyGroups(Table table) {
    Set<List<Integer>> groups = new LinkedHashSet<>();
    addGroups(table.schema().primaryKey(), groups);
    for (TableIndex index : table.indexes()) {
      addGroups(index.columns(), groups);
    }
    return List.copyOf(groups);
  }

  private static void addGroups(List<KeyColumn> key, Set<List<Integer>> groups) {
    for (int width = 2; width <= Math.min(key.size(), GROUP_COLUMNS_MAX); width++) {
      groups.add(key.subList(0, width).stream().map(KeyColumn::columnId).toList());
    }
  }
}
