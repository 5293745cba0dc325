package dev.colonnade.sql.command;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.run.RunnableQuery;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.statement.context.StatementContexts;
import dev.colonnade.statistics.StatisticsCollector;
import dev.colonnade.type.schema.Column;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** ANALYZE, which reads every row of the tables once, and VACUUM, which has nothing else to do. */
final class AnalyzeStatement implements PreparedStatement {
  private static final String VACUUM = "VACUUM";

  private final boolean isVacuum;
  private final List<Source> sources;
  private final List<String> skipped;

  /** Table and the query for its rows. */
  record Source(Table table, RunnableQuery query) {}

  /**
   * Creates the statement.
   *
   * @param sources tables to be analyzed
   * @param skipped names of the other relations that the command lists
   */
  AnalyzeStatement(boolean isVacuum, List<Source> sources, List<String> skipped) {
    this.isVacuum = isVacuum;
    this.sources = List.copyOf(sources);
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
    for (Source source : sources) {
      analyze(source, execution);
    }
    return StatementResult.changed(isVacuum ? VACUUM : "ANALYZE", 0);
  }

  private static void analyze(Source source, Execution execution) {
    Table table = source.table();
    List<Integer> columnIds = table.schema().visibleColumns().stream().map(Column::id).toList();
    StatisticsCollector collector =
        new StatisticsCollector(table.id(), columnIds, new SplittableRandom(table.id()));
    try (InternalRows rows = source.query().run(StatementContexts.of(execution, 0))) {
      for (@Nullable Object[] row = rows.next(); row != null; row = rows.next()) {
        collector.add(row);
      }
    }
    execution.transaction().tables().store(collector.statistics());
  }
}
