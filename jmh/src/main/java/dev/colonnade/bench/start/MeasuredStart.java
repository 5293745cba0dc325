package dev.colonnade.bench.start;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.local.LocalServerOptions;
import dev.colonnade.bench.local.ManagedServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** Start of one temporary server, followed by its first statements. */
final class MeasuredStart {
  /** Query of psql for its command {@code \d}. */
  private static final String RELATIONS =
      """
      select n.nspname, c.relname, case c.relkind when 'r' then 'table' when 'v' then 'view' end,
        pg_catalog.pg_get_userbyid(c.relowner)
      from pg_catalog.pg_class c
        left join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        left join pg_catalog.pg_am am on am.oid = c.relam
      where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f', '') and n.nspname <> 'pg_catalog'
        and n.nspname !~ '^pg_toast' and n.nspname <> 'information_schema'
        and pg_catalog.pg_table_is_visible(c.oid)
      order by 1, 2
      """;

  private final StartTimes times;

  MeasuredStart(StartTimes times) {
    this.times = requireNonNull(times, "times is null");
  }

  void run() throws IOException, InterruptedException {
    ManagedServer.Place place = ManagedServer.Place.temporary("colonnade-start-", false);
    long begin = System.nanoTime();
    try (ManagedServer session = ManagedServer.start(place, LocalServerOptions.DEFAULTS)) {
      times.add("ready.time", Duration.ofNanos(System.nanoTime() - begin));
      ProcessHandle process =
          ProcessHandle.of(session.server().processId())
              .orElseThrow(() -> new IOException("the server has ended"));
      times.add("ready.processor_time", processorTime(process));
      String url =
          "jdbc:postgresql://%s/colonnade?user=colonnade&preferQueryMode=simple"
              .formatted(session.server().address().postgres());
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        execute(process, statement, "select_1", "select 1");
        execute(process, statement, "relations", RELATIONS);
        execute(process, statement, "create", "create table t (id int primary key, name text)");
        execute(process, statement, "insert", "insert into t values (1, 'a'), (2, 'b')");
        execute(
            process,
            statement,
            "join",
            "select a.id, count(*) from t a join t b on a.id = b.id group by 1 order by 1");
      } catch (SQLException e) {
        throw new IOException("a first statement failed", e);
      }
    }
  }

  private void execute(ProcessHandle process, Statement statement, String name, String sql)
      throws SQLException {
    Duration before = processorTime(process);
    long begin = System.nanoTime();
    statement.execute(sql);
    times.add(name + ".time", Duration.ofNanos(System.nanoTime() - begin));
    times.add(name + ".processor_time", processorTime(process).minus(before));
  }

  /** Returns the processor time of a process; zero where the operating system has no accounting. */
  private static Duration processorTime(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
