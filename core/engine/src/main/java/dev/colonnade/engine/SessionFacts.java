package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Table;
import dev.colonnade.key.Key;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.sql.access.TableFacts;
import dev.colonnade.statistics.TableStatistics;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session's statements are told of tables. */
final class SessionFacts implements TableFacts {
  private final Session session;
  private final Database database;

  SessionFacts(Session session, Database database) {
    this.session = requireNonNull(session, "session is null");
    this.database = requireNonNull(database, "database is null");
  }

  @Override
  public long sizeBytes(Table table) {
    return session.ranges(table.span()).stream()
        .mapToLong(range -> range.statistics().totalBytes())
        .sum();
  }

  @Override
  public @Nullable TableStatistics statistics(Table table) {
    return database.statisticsOfTables().find(table.id());
  }

  @Override
  public long statisticsVersion() {
    return database.statisticsOfTables().version();
  }

  @Override
  public void keep(TableStatistics statistics) {
    database
        .pipeline()
        .exclusive(
            context -> {
              database.statisticsOfTables().write(context.batch(), statistics);
              context.onApplied(() -> database.statisticsOfTables().replace(statistics));
              return statistics;
            });
  }

  @Override
  public List<RangeFact> ranges(Table table) {
    return session.ranges(table.span()).stream().map(SessionFacts::factOf).toList();
  }

  private static RangeFact factOf(RangeStatus range) {
    return new RangeFact(
        text(range.descriptor().span().start()),
        text(range.descriptor().span().end()),
        range.statistics().liveRows(),
        range.statistics().liveBytes(),
        range.statistics().totalBytes());
  }

  private static String text(Key key) {
    return key.isInfinity() ? "" : HexFormat.of().formatHex(key.bytes());
  }
}
