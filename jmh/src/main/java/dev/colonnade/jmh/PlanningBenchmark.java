package dev.colonnade.jmh;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.session.AutocommitStatement;
import dev.colonnade.engine.session.EngineSessionState;
import dev.colonnade.sql.frontend.DataText;
import dev.colonnade.sql.frontend.FrontEnd;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.prepared.StatementCache;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.syntax.query.DataStatement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of planning: from the text of a statement to its physical plan, without the plan cache
 * and with it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "--enable-native-access=ALL-UNNAMED",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow"
    })
@SuppressWarnings("NullAway.Init") // JMH fills the fields
public class PlanningBenchmark {
  private static final double SCALE = 0.01;

  @Param public PlannedStatement statement;

  private TpchDatabase tables;
  private PlanContext context;
  private SessionSettings settings;
  private FrontEnd frontEnd;
  private StatementCache cache;

  /** Creates the tables. */
  @Setup
  public void open() {
    tables = new TpchDatabase(SCALE);
    settings = new SessionSettings();
    EngineSessionState session =
        new EngineSessionState(
            tables.database().context(),
            "bench",
            tables.database().catalog().snapshot().database("colonnade"),
            settings,
            true);
    context =
        new PlanContext(List.of(), new AutocommitStatement(session, true), PlannerSettings.DEFAULT);
    frontEnd = new FrontEnd();
    cache = new StatementCache();
  }

  /** Deletes the tables. */
  @TearDown
  public void close() {
    tables.close();
  }

  /** Parses and plans the statement. */
  @Benchmark
  public PhysicalPlan plan() {
    StatementText parsed = frontEnd.parse(statement.text(), _ -> {}).getFirst();
    DataStatement data = requireNonNull(parsed.data(), "statement of data");
    return frontEnd.dataPlan(data, context).physical();
  }

  /** Looks the statement up in an empty plan cache, plans it and adds its plan. */
  @Benchmark
  public PreparedStatement planAndCache() {
    FrontEnd empty = new FrontEnd();
    StatementText parsed = empty.parse(statement.text(), _ -> {}).getFirst();
    DataText data = requireNonNull(empty.data(parsed, true), "statement of data");
    return empty.plan(data, context);
  }

  /** Finds the plan of the statement in the plan cache. */
  @Benchmark
  public PreparedStatement find() {
    SqlText text = cache.parse(statement.text()).getFirst();
    return cache.plan(SqlPrepared.planned(text, List.of()), context.transaction(), settings);
  }
}
