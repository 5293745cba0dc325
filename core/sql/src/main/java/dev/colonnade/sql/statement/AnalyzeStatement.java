package dev.colonnade.sql.statement;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.parse.SqlAnalyzeTables;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.statistics.StatisticsCollector;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** ANALYZE: looks at every row of the tables once. VACUUM has nothing to do. */
final class AnalyzeStatement implements PreparedStatement {
  /** A table and the query for its rows. */
  private record Source(Table table, QueryStatement query) {}

  private final String command;
  private final List<Source> sources;

  private AnalyzeStatement(String command, List<Source> sources) {
    this.command = command;
    this.sources = sources;
  }

  static PreparedStatement prepare(
      StatementPreparer preparer, SqlAnalyzeTables node, StatementTransaction transaction) {
    List<Source> sources = new ArrayList<>();
    NameScope names = transaction.names();
    List<Table> tables =
        node.tables().isEmpty()
            ? names.catalog().schemas(names.database().id()).stream()
                .flatMap(schema -> names.catalog().tables(schema.id()).stream())
                .toList()
            : node.tables().stream().map(table -> names.table(table.names)).toList();
    if (node.analyzes()) {
      tables.forEach(table -> sources.add(source(preparer, table, transaction)));
    }
    return new AnalyzeStatement(node.isVacuum() ? "VACUUM" : "ANALYZE", sources);
  }

  private static Source source(
      StatementPreparer preparer, Table table, StatementTransaction transaction) {
    SqlParserPos pos = SqlParserPos.ZERO;
    SchemaEntry schema = transaction.catalog().findSchema(table.schemaId());
    List<String> parts =
        schema == null ? List.of(table.name()) : List.of(schema.name(), table.name());
    SqlIdentifier name = new SqlIdentifier(parts, pos);
    SqlNode query = Returning.select(List.of(SqlIdentifier.star(pos)), name);
    String text = "select * from " + table.name();
    return new Source(table, preparer.query(text, query, transaction, UnaryOperator.identity()));
  }

  @Override
  public StatementResult run(Execution execution) {
    for (Source source : sources) {
      analyze(source, execution);
    }
    return StatementResult.changed(command, 0);
  }

  private static void analyze(Source source, Execution execution) {
    Table table = source.table();
    List<Integer> columnIds = table.schema().visibleColumns().stream().map(Column::id).toList();
    StatisticsCollector sketch =
        new StatisticsCollector(table.id(), columnIds, new SplittableRandom(table.id()));
    try (InternalRows rows = source.query().open(execution)) {
      for (@Nullable Object[] row = rows.next(); row != null; row = rows.next()) {
        sketch.add(row);
      }
    }
    execution.transaction().tables().store(sketch.statistics());
  }
}
